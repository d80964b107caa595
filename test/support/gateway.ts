import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A dozen documents about a move from REST to gRPC, as evidence for offline debates, and the question. */
export const gatewayFolder = resolve(import.meta.dirname, '..', 'fixtures', 'gateway');

export const gatewayEvidence = join(gatewayFolder, 'evidence');

export const gatewayTopic = readFileSync(join(gatewayFolder, 'topic.txt'), 'utf8').trim();

/** Question and evidence as flags of `rostrum run`. */
export const gatewayFlags = ['--topic', gatewayTopic, '--evidence', gatewayEvidence];
