import { version } from '../../package.json';

export const engineVersion: string = version;
