import * as l10n from '@vscode/l10n';
import type { Action, Head } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import type { Send } from '../parts/send';
import type { MenuItem } from './overflowMenu';
import { OverflowMenu } from './overflowMenu';

interface ActionLook {
  icon: string;
  label: string;
  /** The one that brings the debate forward. */
  isPrimary: boolean;
}

export function lookOf(action: Action): ActionLook {
  switch (action) {
    case 'answer':
      return { icon: 'edit', label: l10n.t('Go to Composer'), isPrimary: true };
    case 'pause':
      return { icon: 'debug-pause', label: l10n.t('Pause'), isPrimary: false };
    case 'resume':
      return { icon: 'play', label: l10n.t('Resume'), isPrimary: true };
    case 'stop':
      return { icon: 'debug-stop', label: l10n.t('Stop'), isPrimary: false };
    case 'skip':
      return { icon: 'debug-continue', label: l10n.t('Skip to the End'), isPrimary: false };
    case 'takeOver':
      return { icon: 'debug-start', label: l10n.t('Take Over'), isPrimary: true };
    case 'conclude':
      return { icon: 'law', label: l10n.t('Conclude Now'), isPrimary: false };
    case 'openSummary':
      return { icon: 'book', label: l10n.t('Open Summary'), isPrimary: true };
    case 'openReport':
      return { icon: 'book', label: l10n.t('Open Report'), isPrimary: true };
    case 'moreExchanges':
      return { icon: 'add', label: l10n.t('More Exchanges…'), isPrimary: false };
    case 'trust':
      return { icon: 'workspace-untrusted', label: l10n.t('Manage Trust'), isPrimary: true };
    case 'setApiKey':
      return { icon: 'key', label: l10n.t('Set API Key'), isPrimary: true };
    case 'changeModel':
      return { icon: 'arrow-swap', label: l10n.t('Change Model'), isPrimary: true };
    case 'startAgain':
      return { icon: 'debug-restart', label: l10n.t('Start Again…'), isPrimary: false };
    case 'debateOpenPoint':
      return { icon: 'comment-discussion', label: l10n.t('Debate the Open Point…'), isPrimary: false };
    case 'export':
      return { icon: 'export', label: l10n.t('Export…'), isPrimary: false };
    case 'copyDebate':
      return { icon: 'copy', label: l10n.t('Copy as Markdown'), isPrimary: false };
    case 'delete':
      return { icon: 'trash', label: l10n.t('Delete…'), isPrimary: false };
    case 'showSettings':
      return { icon: 'settings-gear', label: l10n.t('Show Settings'), isPrimary: false };
  }
}

export function Actions({ head, send, onAnswer }: { head: Head; send: Send; onAnswer: () => void }) {
  // One of them is the next thing to do: what comes first.
  const primary = head.actions.find((action) => lookOf(action).isPrimary);
  return (
    <div class="actions">
      {head.actions.map((action) => {
        const { icon, label } = lookOf(action);
        return (
          <button
            key={action}
            type="button"
            class={action === primary ? 'button primary' : 'button'}
            title={label}
            onClick={() => (action === 'answer' ? onAnswer() : send({ kind: 'act', action }))}
          >
            <Icon name={icon} /> <span>{label}</span>
          </button>
        );
      })}
      <OverflowMenu items={menuOf(head, send)} />
    </div>
  );
}

function menuOf(head: Head, send: Send): MenuItem[] {
  // What a debate left open, the verdict names beside the button.
  const acts = head.menu.filter((action) => action !== 'debateOpenPoint');
  return [
    { icon: 'list-flat', label: l10n.t('Open Log'), run: () => send({ kind: 'openLine', line: 1 }) },
    { icon: 'folder-opened', label: l10n.t('Reveal Folder'), run: () => send({ kind: 'openFolder' }) },
    // The first line stands for the whole debate.
    { icon: 'link', label: l10n.t('Copy Link to Debate'), run: () => send({ kind: 'copyLink', at: 0 }) },
    ...head.documents.map(({ name, label }, index) => ({
      icon: 'file',
      label,
      run: () => send({ kind: 'openDocument' as const, name }),
      startsGroup: index === 0,
    })),
    ...acts.map((action, index) => {
      const { icon, label } = lookOf(action);
      return { icon, label, run: () => send({ kind: 'act' as const, action }), startsGroup: index === 0 };
    }),
  ];
}
