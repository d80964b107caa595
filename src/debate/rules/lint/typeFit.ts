import { mayUse, phases, typeRules } from '../../entry';
import { isEntryType, type EntryType } from '../../entryData';
import { isDebater, type Header } from '../../state';
import { byDebater, error, leniently, type Fault, type LintRecord, type LintRule } from './lintRecord';

/** Structure: who writes which type, in which phase; in a panel only the lineup speaks. */
export const typeFit: LintRule = (record) => [
  ...record.headers.flatMap((header) => fitFaults(header, record)),
  ...setupFaults(record),
];

function setupFaults({ headers, isOwn }: LintRecord): Fault[] {
  const [first, ...others] = headers.filter((header) => header.type === 'setup');
  const late = isOwn && first !== undefined && first !== headers[0] ? [first] : [];
  return [
    ...late.map(({ seq }) => error('structure', seq, 'The setup is not the first entry; everything else rests on it.')),
    ...others.map(({ seq }) =>
      error('structure', seq, 'This is a second setup; the first one counts, and changes are interventions.'),
    ),
  ];
}

function fitFaults(header: Header, record: LintRecord): Fault[] {
  const { seq, type, speaker, phase } = header;
  if (!isEntryType(type)) return [];
  const faults: Fault[] = [];
  if (!mayUse(type, speaker)) {
    const writers = typeRules[type].speakers.join(', ');
    faults.push(error('structure', seq, `"${speaker}" may not write "${type}"; it is written by: ${writers}.`));
  } else if (isStranger(header, record)) {
    const lineup = record.state.debaters.map((debater) => debater.name).join(', ');
    faults.push(error('structure', seq, `"${speaker}" is not in the lineup of the setup (${lineup}).`));
  }
  const isKnownPhase = phases.some((known) => known === phase);
  if (isKnownPhase && !typeRules[type].phases.some((fitting) => fitting === phase))
    faults.push(phaseFault(type, header, record));
  return faults;
}

const isStranger = (header: Header, { state, isOwn, format }: LintRecord): boolean =>
  isOwn && format === 'panel' && byDebater(header) && !isDebater(state, header.speaker);

/** The ancestors did not say in which phase their officials write. */
function phaseFault(type: EntryType, header: Header, record: LintRecord): Fault {
  const message = `The phase "${header.phase}" does not fit the type "${type}"; it belongs to: ${typeRules[type].phases.join(', ')}.`;
  return byDebater(header)
    ? error('structure', header.seq, message)
    : leniently(record, error('structure', header.seq, message));
}
