import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Component } from 'preact';
import type { Page } from '../page';
import { Link } from './link';

interface GuardProps {
  page: Page;
  at: number;
  children: ComponentChildren;
}

/** An entry that cannot be drawn must not take the others with it. */
export class Guard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  override componentDidCatch(error: unknown): void {
    const { page, at } = this.props;
    page.host.fault(
      `Entry at ${at} cannot be drawn: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    this.setState({ hasFailed: true });
  }

  override render() {
    const { page, at, children } = this.props;
    if (!this.state.hasFailed) return <>{children}</>;
    return (
      <article data-at={at}>
        <p class="entry raw-message">
          {l10n.t('This entry cannot be shown.')}{' '}
          <Link onPress={() => page.send({ kind: 'openInLog', at })}>{l10n.t('Show it in the log')}</Link>
        </p>
      </article>
    );
  }
}
