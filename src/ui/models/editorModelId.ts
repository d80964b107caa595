/** A model of the editor, by who brings it and its id there. */
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
