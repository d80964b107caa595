import { describe, expect, it } from 'vitest';
import { costKind } from '../../../../src/debate/fold/evolve';

const debaters = [{ name: 'ada' }, { name: 'r2' }];

describe('what steps of one kind cost', () => {
  it('is told by steps of its kind, whoever took them and in whatever round', () => {
    expect(
      ['r2/turn/ada', 'r13/turn/r2', 'opening/ada/review', 'e4/arguments', 'verify/17', 'conclusion'].map((id) =>
        costKind(id, debaters),
      ),
    ).toEqual(['turn', 'turn', 'opening/review', 'arguments', 'verify', 'conclusion']);
  });
});
