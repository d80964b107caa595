import type { AttackType, DefenceType } from '../../../debate/entryData';

/**
 * Wordings of attacks and defences, at most 75 words. Neither ids nor sides are named: the Judge must not learn them. `{place}` is where
 * the new ground stands, `{theirs}` the file of the ground that is attacked or defended.
 */

export type AttackReason = 'figures' | 'continues' | 'qualifies' | 'opposes' | 'fewerTerms' | 'weighs' | 'secondGround' | 'unreliable';

/** Which part of an argument is attacked for which reason. */
export const attackTypeOf: Readonly<Record<AttackReason, AttackType>> = {
  figures: 'grounds_attack',
  continues: 'grounds_attack',
  qualifies: 'grounds_attack',
  unreliable: 'grounds_attack',
  opposes: 'claim_attack',
  weighs: 'claim_attack',
  fewerTerms: 'warrant_attack',
  secondGround: 'backing_attack',
};

export const attackWordings: Readonly<Record<AttackReason, readonly string[]>> = {
  figures: [
    'The ground gives figures on {subject} from {theirs}; others stand in {place}. Whoever quotes the ones should quote the others with them, and then the ground no longer points one way.',
    'Put the figures side by side: those quoted from {theirs}, and those in {place}. Both are in the evidence, both are about {subject}, and the ground shows one set only.',
    'Figures on {subject} stand in more than one place. Beside those from {theirs} there are those in {place}, and they do not say the same. A ground that leaves them out is half a ground.',
  ],
  continues: [
    'The quotation stops one sentence too soon. It goes on in {place}, and what comes next takes something back.',
    'Read on: the next sentence, in {place}, belongs to what was quoted, and with it the ground says less than it seemed to.',
  ],
  qualifies: [
    'What is quoted from {theirs} on {subject} holds within limits, and one of them is named in {place}. The ground should not be read without it.',
    'The ground is silent on a limit that the evidence does state, in {place}. On {subject} both have to be read.',
    'I do not dispute the quotation from {theirs}. How far it reaches is said in {place}: less far than the ground needs.',
  ],
  unreliable: [
    'The check of its source, {theirs}, came out as unreliable. A ground that does not hold when it is looked up carries no claim.',
    'Its source was looked up and found unreliable. Until another takes its place, the claim stands on nothing.',
  ],
  opposes: [
    'The quotation from {theirs} may stand as it is; the claim does not follow. On {subject} one has also to read {place}; it leans the other way, and a claim about the evidence has to reckon with all of it.',
    'On {subject} the evidence does not speak with one voice. What {theirs} says is answered in {place}, and the claim is made as if only the first existed.',
    'The claim takes one passage on {subject} for the whole. Read with it {place}: it is about the same thing, and comes out on the other side.',
  ],
  weighs: [
    'The claim rests on what was quoted from {theirs}. A passage that has {shared} in common with it, in {place}, comes out on the other side. Both may be true; then the claim says more than both together allow.',
    'One passage from {theirs} is a small base. Where the evidence comes back to {shared}, in {place}, it leans the other way, and the claim takes no account of that.',
    'Nothing need be wrong with the quotation for the claim to go too far. In {place} the evidence speaks of {shared} again, and there it weighs on the other side.',
  ],
  fewerTerms: [
    'The step from ground to claim goes by what a passage has to do with the motion. The one quoted from {theirs} has {fewer} of the motion’s words in it; the one in {place} has {more}, on the same matter. The nearer passage should weigh more.',
    'On {subject} the warrant leans on a passage with {fewer} of the motion’s words in it. There is one with {more}, in {place}, and it leads elsewhere; by that measure the warrant picks the weaker guide.',
  ],
  secondGround: [
    'Its backing is the second passage, from {theirs}. On {subject} one has also to read {place}; it leans the other way, so the backing carries less than it seems to.',
    'What backs the claim comes from {theirs}. Set against {place}, it no longer speaks for itself on {subject}, and the first passage is left to stand alone.',
  ],
};

export const defenceWordings: Readonly<Record<DefenceType, readonly string[]>> = {
  reinforce: [
    'It rested on {theirs}. Something close to it on {subject} now comes from {place}: two files that lean the same way are harder to set aside than one.',
    'A second file comes to its aid on {subject}, in {place}. It leans the way {theirs} did.',
    'What {theirs} said on {subject} does not stand alone any more. Beside it stands {place}; that is another file, and it leans the same way.',
  ],
  clarify: [
    'It is to be read with what else the file says, in {place}: on {subject} the claim goes as far as the two together, and no further.',
    'The file has more on {subject}, in {place}. That is what the claim was meant to cover.',
  ],
  concede_and_pivot: [
    'Its source was found unreliable, and that is conceded: nothing rests on it from here on. The case on this side is carried on from {place}, of which nothing of the kind was found.',
    'The ground from {theirs} did not hold when it was looked up, and is given up. What takes its place stands in {place}.',
  ],
};
