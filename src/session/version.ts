import packageJson from '../../package.json';

export const engineVersion: string = packageJson.version;
