import { DisposableStore, type Event } from './emitter';
import type { Feature, Services } from './services';

/** A feature that has nothing to do before the first of these events: it is loaded then, and looks for itself at what has happened. */
export const onFirst =
  (eventsOf: (services: Services) => readonly Event<unknown>[], load: () => Promise<Feature>): Feature =>
  (services) => {
    const owned = new DisposableStore();
    const waiting = owned.add(new DisposableStore());
    const start = async (): Promise<void> => {
      waiting.dispose();
      try {
        const register = await load();
        if (!owned.isDisposed) owned.add(register(services));
      } catch (error) {
        services.log.error('A part could not be started.', error instanceof Error ? error : String(error));
      }
    };
    for (const event of eventsOf(services)) waiting.add(event(() => void start()));
    return owned;
  };
