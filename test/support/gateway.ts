import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A dozen documents about a move from REST to gRPC, and the question: evidence to debate from offline. */
export const gatewayFolder = resolve(import.meta.dirname, '..', 'fixtures', 'gateway');

export const gatewayEvidence = join(gatewayFolder, 'evidence');

export const gatewayTopic = readFileSync(join(gatewayFolder, 'topic.txt'), 'utf8').trim();

/** The same as flags of `rostrum run`. */
export const gatewayFlags = ['--topic', gatewayTopic, '--evidence', gatewayEvidence];
