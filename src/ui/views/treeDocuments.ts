import * as l10n from '@vscode/l10n';
import { treeNode, type TreeNode, type OutlineSource } from './treeNode';

export function documentsGroup({ folder, documents }: OutlineSource): TreeNode | undefined {
  if (documents.length === 0) return undefined;
  const label = l10n.t('Documents');
  const description = String(documents.length);
  return treeNode({
    folder,
    key: 'documents',
    label,
    description,
    icon: { name: 'files' },
    context: 'group',
    isParent: true,
  });
}

export function documentNodes({ folder, documents }: OutlineSource): TreeNode[] {
  return documents.map(({ name, label }) =>
    treeNode({
      folder,
      key: `documents/${name}`,
      label,
      description: name,
      icon: { name: 'markdown' },
      context: 'document',
      click: 'document',
      name,
    }),
  );
}
