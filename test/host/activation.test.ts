import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const id = 'rostrum.rostrum';

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  assert.ok(found, `${id} is not there`);
  return found;
}

/** The commands that the manifest promises. */
function contributedCommands(): string[] {
  const manifest = extension().packageJSON as { contributes?: { commands?: { command: string }[] } };
  return (manifest.contributes?.commands ?? []).map(({ command }) => command);
}

describe('the extension', () => {
  it('is present', () => {
    assert.equal(extension().id, id);
  });

  it('activates', async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  it('registers each command of its manifest', async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.notEqual(contributedCommands().length, 0);
    assert.deepEqual(
      contributedCommands().filter((command) => !registered.has(command)),
      [],
    );
  });
});
