import type { MotionStyle } from './options';

/** The topic as a motion in this style. */
export function formaliseMotion(topic: string, style: MotionStyle): string {
  const statement = topic.trim().replace(/[.?!]+$/, '');
  switch (style) {
    case 'this-house-would':
      return `This house would ${statement}.`;
    case 'this-house-believes':
      return `This house believes that ${statement}.`;
    case 'resolved':
      return `Resolved: ${statement}.`;
    case 'as-given':
      return topic.trim();
  }
}
