/** What one check of a source comes to; `same`: the claim is the quotation itself. */
export const checkResults = ['pass', 'fail', 'approximate', 'not_judged', 'not_applicable', 'same'] as const;
export type CheckResult = (typeof checkResults)[number];
