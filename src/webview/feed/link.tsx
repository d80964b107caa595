import type { ComponentChildren } from 'preact';

interface LinkProps {
  onPress: (event: MouseEvent | KeyboardEvent) => void;
  title?: string | undefined;
  class?: string;
  children: ComponentChildren;
}

/** Looks and acts as a link, and has no address: nothing but `onPress` can happen, whatever button opens it. */
export function Link({ onPress, title, class: classes = 'link', children }: LinkProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onPress(event);
  };
  return (
    <a role="link" tabIndex={0} class={classes} title={title} onClick={onPress} onKeyDown={onKeyDown}>
      {children}
    </a>
  );
}
