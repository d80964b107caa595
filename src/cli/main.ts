#!/usr/bin/env node
import { commandLine } from './commandLine';
import { survivePipes } from './output';

survivePipes();
void commandLine(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
