/** The themes that VS Code brings for light, dark and high contrast, and the class by which a window shows that one is on. */
export const themeClasses = {
  'Default Dark Modern': 'vs-dark',
  'Default Light Modern': 'vs',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
} as const;

/** Names of the editor's themes in its webviews. */
export const pageKinds = {
  'Default Dark Modern': 'vscode-dark',
  'Default Light Modern': 'vscode-light',
  'Default High Contrast': 'vscode-high-contrast',
  'Default High Contrast Light': 'vscode-high-contrast-light',
} as const;

export type Theme = keyof typeof themeClasses;
export const allThemes = Object.keys(themeClasses) as Theme[];

/** Name for pictures: `dark-modern`. */
export const shortTheme = (theme: string): string => theme.replace('Default ', '').replaceAll(' ', '-').toLowerCase();
