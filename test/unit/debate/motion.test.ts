import { describe, expect, it } from 'vitest';
import { formaliseMotion, motionStyles } from '../../../src/debate/motion';

/** Topics as people write them, and what becomes of them in each style. */

const cases: readonly (readonly [topic: string, would: string, believes: string, resolved: string])[] = [
  [
    'Should we adopt a monorepo?',
    'would adopt a monorepo.',
    'that we should adopt a monorepo.',
    'We should adopt a monorepo.',
  ],
  [
    'should we adopt a monorepo',
    'would adopt a monorepo.',
    'that we should adopt a monorepo.',
    'We should adopt a monorepo.',
  ],
  [
    'We should not adopt Kubernetes.',
    'would not adopt Kubernetes.',
    'that we should not adopt Kubernetes.',
    'We should not adopt Kubernetes.',
  ],
  [
    'Must we obey unjust laws?',
    'would obey unjust laws.',
    'that we must obey unjust laws.',
    'We must obey unjust laws.',
  ],
  ["Shouldn't we ban zoos?", 'would ban zoos.', 'that we should ban zoos.', 'We should ban zoos.'],
  ['Why should we use Rust?', 'would use Rust.', 'that we should use Rust.', 'We should use Rust.'],
  [
    'Whether to adopt a monorepo',
    'would adopt a monorepo.',
    'that we should adopt a monorepo.',
    'We should adopt a monorepo.',
  ],
  [
    "Let's rewrite it in Rust",
    'would rewrite it in Rust.',
    'that we should rewrite it in Rust.',
    'We should rewrite it in Rust.',
  ],
  ['Is it time to abolish zoos?', 'would abolish zoos.', 'that we should abolish zoos.', 'We should abolish zoos.'],
  [
    'Ban cars in cities',
    'would ban cars in cities.',
    'that we should ban cars in cities.',
    'We should ban cars in cities.',
  ],
  [
    'Should we adopt a monorepo or not?',
    'would adopt a monorepo.',
    'that we should adopt a monorepo.',
    'We should adopt a monorepo.',
  ],
  [
    'Should we use tabs or spaces?',
    'would use tabs rather than spaces.',
    'that we should use tabs rather than spaces.',
    'We should use tabs rather than spaces.',
  ],
  [
    'Tabs vs. spaces',
    'would choose tabs over spaces.',
    'that tabs should be chosen over spaces.',
    'Tabs should be chosen over spaces.',
  ],
  ['Should AI be regulated?', 'would have AI regulated.', 'that AI should be regulated.', 'AI should be regulated.'],
  [
    'Should governments ban cars in cities?',
    'would have governments ban cars in cities.',
    'that governments should ban cars in cities.',
    'Governments should ban cars in cities.',
  ],
  [
    'Should remote work be the default?',
    'would have remote work be the default.',
    'that remote work should be the default.',
    'Remote work should be the default.',
  ],
  [
    'Should the use of AI in schools be banned?',
    'would have the use of AI in schools banned.',
    'that the use of AI in schools should be banned.',
    'The use of AI in schools should be banned.',
  ],
  [
    'Should Britain rejoin the EU?',
    'would have Britain rejoin the EU.',
    'that Britain should rejoin the EU.',
    'Britain should rejoin the EU.',
  ],
  [
    'Germany should leave NATO',
    'would have Germany leave NATO.',
    'that Germany should leave NATO.',
    'Germany should leave NATO.',
  ],
  [
    'It should be illegal to keep pets',
    'would hold that it should be illegal to keep pets.',
    'that it should be illegal to keep pets.',
    'It should be illegal to keep pets.',
  ],
  [
    'Is remote work better than office work?',
    'would hold that remote work is better than office work.',
    'that remote work is better than office work.',
    'Remote work is better than office work.',
  ],
  [
    'Is artificial intelligence dangerous?',
    'would hold that artificial intelligence is dangerous.',
    'that artificial intelligence is dangerous.',
    'Artificial intelligence is dangerous.',
  ],
  [
    'Are microservices worth the cost?',
    'would hold that microservices are worth the cost.',
    'that microservices are worth the cost.',
    'Microservices are worth the cost.',
  ],
  [
    'Can AI replace programmers?',
    'would hold that AI can replace programmers.',
    'that AI can replace programmers.',
    'AI can replace programmers.',
  ],
  ['Does AI threaten jobs?', 'would hold that AI threatens jobs.', 'that AI threatens jobs.', 'AI threatens jobs.'],
  [
    'Do electric cars save energy?',
    'would hold that electric cars save energy.',
    'that electric cars save energy.',
    'Electric cars save energy.',
  ],
  [
    'Has social media made us lonelier?',
    'would hold that social media has made us lonelier.',
    'that social media has made us lonelier.',
    'Social media has made us lonelier.',
  ],
  ['I think that we should ban zoos', 'would ban zoos.', 'that we should ban zoos.', 'We should ban zoos.'],
  [
    'Nuclear power',
    'would support nuclear power.',
    'that there is a good case for nuclear power.',
    'There is a good case for nuclear power.',
  ],
  ['Motion: we should ban zoos', 'would ban zoos.', 'that we should ban zoos.', 'We should ban zoos.'],
];

describe('a topic as a motion', () => {
  it.each(cases)('%s', (topic, would, believes, resolved) => {
    expect(formaliseMotion(topic, 'this-house-would')).toBe(`This house ${would}`);
    expect(formaliseMotion(topic, 'this-house-believes')).toBe(`This house believes ${believes}`);
    expect(formaliseMotion(topic, 'resolved')).toBe(`Resolved: ${resolved}`);
    expect(formaliseMotion(topic, 'as-given')).toBe(topic);
  });

  it.each([
    'This house would pause the development of artificial general intelligence until robust safety frameworks are established.',
    'This house would ban zoos',
    'Sollten wir ein Monorepo einführen?',
    'Devrions-nous adopter un monorepo ?',
    '¿Deberíamos adoptar un monorepo?',
    'Moeten we een monorepo gebruiken?',
    'Ska vi införa medborgarlön?',
    '我们应该采用单一代码库吗？',
    'Следует ли нам запретить зоопарки?',
    'モノレポを採用すべきか',
    'What is the best database?',
    'How should cities change?',
  ])('is left as it is: %s', (topic) => {
    for (const style of motionStyles) expect(formaliseMotion(topic, style)).toBe(topic);
  });

  it.each([
    ['THW ban zoos', 'this-house-would', 'This house would ban zoos.'],
    ['THBT zoos are cruel', 'this-house-believes', 'This house believes that zoos are cruel.'],
    ['This house believes that zoos are cruel', 'this-house-believes', 'This house believes that zoos are cruel'],
    ['This house believes that zoos are cruel', 'resolved', 'Resolved: Zoos are cruel.'],
    ['Resolved: Zoos are cruel.', 'resolved', 'Resolved: Zoos are cruel.'],
    ['Resolved: Zoos are cruel.', 'this-house-believes', 'This house believes that zoos are cruel.'],
    ['Be it resolved that zoos are cruel', 'this-house-believes', 'This house believes that zoos are cruel.'],
    ['This house would ban zoos.', 'resolved', 'This house would ban zoos.'],
  ] as const)('takes a form that is there already: %s as %s', (topic, style, motion) => {
    expect(formaliseMotion(topic, style)).toBe(motion);
  });

  it('may be applied twice', () => {
    for (const [topic] of cases) {
      for (const style of motionStyles) {
        const motion = formaliseMotion(topic, style);
        expect(formaliseMotion(motion, style)).toBe(motion);
      }
    }
  });

  it('names the question where its grammar is too rich', () => {
    const question = 'Will robots outshine us soon?';
    expect(formaliseMotion(question, 'this-house-believes')).toBe(
      `This house believes that the answer to “${question}” is yes.`,
    );
    expect(formaliseMotion(question, 'this-house-would')).toBe(`This house would answer “${question}” with yes.`);
  });
});
