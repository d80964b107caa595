import * as z from 'zod';

const contribution = z.object({ vendor: z.string().min(1) });
const manifestSchema = z.object({ contributes: z.object({ languageModelChatProviders: z.unknown() }) });

/** The editor's own vendor, whose extension may run in another host, so that its manifest is invisible. */
const always = ['copilot'];

/**
 * Vendors that may have models. The editor answers for one vendor at once, but sometimes never for all together. Every
 * vendor has to be declared in an extension's manifest.
 */
export function vendorsIn(manifests: readonly unknown[], named: readonly string[] = []): string[] {
  return [...new Set([...manifests.flatMap(declared), ...always, ...named])];
}

function declared(manifest: unknown): string[] {
  const found = manifestSchema.safeParse(manifest).data?.contributes.languageModelChatProviders;
  // A single vendor need not be in an array.
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  return items.flatMap((item) => contribution.safeParse(item).data?.vendor ?? []);
}

interface EditorModelId {
  vendor: string;
  id: string;
}

/** Parses `copilot/gpt-5.2`, the part after `vscode:` in a model reference. Ids may contain slashes, vendors do not. */
export function parseEditorModelId(text: string): EditorModelId | undefined {
  const at = text.indexOf('/');
  const [vendor, id] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  return vendor === '' || id === '' ? undefined : { vendor, id };
}

export const formatEditorModelId = ({ vendor, id }: EditorModelId): string => `${vendor}/${id}`;
