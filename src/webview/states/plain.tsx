import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icon';

interface PlainButton {
  label: string;
  onPress: () => void;
  /** A way out rather than the way forward. */
  isQuiet?: boolean;
}

interface PlainProps {
  icon: string;
  isSpinning?: boolean;
  title: string;
  /** Of the heading: 1 where there is no other. */
  level: 1 | 2;
  /** One plain sentence. */
  children: ComponentChildren;
  /** `alert` for what the reader must learn at once. */
  role?: 'status' | 'alert';
  button?: PlainButton | undefined;
}

/** A page that has nothing else to show: what is the case, and the one thing that helps. */
export function Plain({ icon, isSpinning = false, title, level, children, role = 'status', button }: PlainProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div class="plain" data-role={role}>
      <Icon name={icon} isSpinning={isSpinning} />
      <div class="plain-text" role={role}>
        <Heading>{title}</Heading>
        <p>{children}</p>
      </div>
      {button !== undefined && (
        <button type="button" class={button.isQuiet === true ? 'button' : 'button primary'} onClick={button.onPress}>
          {button.label}
        </button>
      )}
    </div>
  );
}
