import { until } from './patience';
import type { Workbench } from './workbench';

/** Goes to an entry of the active panel by its seq. A box that lost the focus, because a panel was just made, is asked for again. */
export async function goTo(window: Workbench, seq: number): Promise<void> {
  await until('the question for an entry', async () => {
    await window.command('Rostrum: Go to Entry…');
    await until('its box', async () => ((await window.quickInput.title()) === 'Go to Entry' ? true : undefined), 5_000);
    await window.quickInput.input.fill(String(seq), { timeout: 5_000 });
    await window.quickInput.accept();
    return true;
  });
  await window.quickInput.gone();
}
