import * as z from 'zod';

const contribution = z.object({ vendor: z.string().min(1) });
const manifestSchema = z.object({ contributes: z.object({ languageModelChatProviders: z.unknown() }) });

/** The editor's own, which may live in another extension host than ours, so that its manifest is not seen. */
const always = ['copilot'];

/**
 * Who may bring models: the editor answers for one vendor at once, but for all of them together sometimes never. Every vendor
 * has to be declared in the manifest of an extension.
 */
export function vendorsIn(manifests: readonly unknown[], named: readonly string[] = []): string[] {
  return [...new Set([...manifests.flatMap(declared), ...always, ...named])];
}

function declared(manifest: unknown): string[] {
  const found = manifestSchema.safeParse(manifest).data?.contributes.languageModelChatProviders;
  // One alone need not stand in an array.
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  return items.flatMap((item) => contribution.safeParse(item).data?.vendor ?? []);
}

interface EditorModelId {
  vendor: string;
  id: string;
}

/** `copilot/gpt-5.2`: what stands behind `vscode:` in a model reference. Ids may hold slashes of their own, vendors hold none. */
export function parseEditorModelId(text: string): EditorModelId | undefined {
  const at = text.indexOf('/');
  const [vendor, id] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  return vendor === '' || id === '' ? undefined : { vendor, id };
}

export const formatEditorModelId = ({ vendor, id }: EditorModelId): string => `${vendor}/${id}`;
