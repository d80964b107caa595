export function faultsOf(
  debate: string,
  evidence: string,
  read?: (path: string) => string,
): { faults: string[]; quoted: number; onTopic: number };
