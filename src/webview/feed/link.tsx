import type { ComponentChildren } from 'preact';

interface LinkProps {
  onPress: (event: MouseEvent | KeyboardEvent) => void;
  title?: string | undefined;
  /** The entry that it leads to, which is previewed while the pointer or the focus rests on it. */
  peek?: number | undefined;
  class?: string;
  children: ComponentChildren;
}

/** Looks and acts as a link, and has no address: nothing but `onPress` can happen, whatever button opens it. */
export function Link({ onPress, title, peek, class: classes = 'link', children }: LinkProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onPress(event);
  };
  return (
    <a
      role="link"
      tabIndex={0}
      class={classes}
      title={peek === undefined ? title : undefined}
      data-peek={peek}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {children}
    </a>
  );
}
