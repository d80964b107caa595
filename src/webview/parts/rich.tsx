import { type ComponentChild, Fragment } from 'preact';

interface RichProps {
  /** A translated sentence with its placeholders still in it: `l10n.t('Round {0} of {1}')`. */
  template: string;
  parts: readonly ComponentChild[];
}

/** Puts elements where a translated sentence has placeholders, so that a translation may move them. */
export function Rich({ template, parts }: RichProps) {
  const pieces = template.split(/\{(\d+)\}/);
  return (
    <>
      {pieces.map((piece, index) => (
        <Fragment key={index}>{index % 2 === 1 ? parts[Number(piece)] : piece}</Fragment>
      ))}
    </>
  );
}
