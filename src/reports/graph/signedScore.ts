/** `+0.35`, `−0.10`, `0.00`: two places, as scores are counted in hundredths. */
export function signed(score: number): string {
  const digits = Math.abs(score).toFixed(2);
  if (digits === '0.00') return digits;
  return `${score < 0 ? '−' : '+'}${digits}`;
}
