import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, boolean, integer, octets, oid, plainTagged, sequence, set, tagged, utcTime, utf8 } from './der';

/** Certificate and key, both in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

interface Issuer {
  name: string;
  key: KeyObject;
}

export interface CertificateWishes {
  /** Names and IPv4 addresses that it covers. */
  hosts: readonly string[];
  /** Validity in days from now; a negative second number means that it has expired. */
  days?: readonly [from: number, to: number];
}

/** An authority of the test's own, which only instructed clients trust. */
export class Authority {
  readonly #issuer: Issuer;
  /** Certificate for clients that should trust it, in PEM. */
  readonly certificate: string;

  constructor(name = 'Authority of a test') {
    const { publicKey, privateKey } = keyPair();
    this.#issuer = { name, key: privateKey };
    const extensions = [
      extension('2.5.29.19', sequence(boolean(true)), true),
      extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true),
    ];
    this.certificate = pem(certificate({ subject: name, publicKey, issuer: this.#issuer, days: [-2, 2], extensions }));
  }

  issue({ hosts, days = [-1, 1] }: CertificateWishes): Certificate {
    const { publicKey, privateKey } = keyPair();
    return { key: pemOf(privateKey), cert: pem(leaf({ hosts, days, publicKey, issuer: this.#issuer })) };
  }
}

/** A self-signed certificate. */
export function selfSignedFor({ hosts, days = [-1, 1] }: CertificateWishes): Certificate {
  const { publicKey, privateKey } = keyPair();
  const issuer = { name: hosts[0] ?? '', key: privateKey };
  return { key: pemOf(privateKey), cert: pem(leaf({ hosts, days, publicKey, issuer })) };
}

const keyPair = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function leaf({ hosts, ...rest }: Required<CertificateWishes> & { publicKey: KeyObject; issuer: Issuer }): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4
      ? plainTagged(7, Buffer.from(host.split('.').map(Number)))
      : plainTagged(2, Buffer.from(host, 'ascii')),
  );
  return certificate({
    ...rest,
    subject: hosts[0] ?? '',
    extensions: [extension('2.5.29.17', sequence(...names), false)],
  });
}

interface Parts {
  subject: string;
  publicKey: KeyObject;
  issuer: Issuer;
  days: readonly [number, number];
  extensions: readonly Buffer[];
}

function certificate({ subject, publicKey, issuer, days: [from, to], extensions }: Parts): Buffer {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const inner = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(serial()),
    algorithm,
    named(issuer.name),
    sequence(utcTime(inDays(from)), utcTime(inDays(to))),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  );
  return sequence(inner, algorithm, bits(sign('sha256', inner, issuer.key)));
}

const named = (commonName: string): Buffer => sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));

const extension = (id: string, value: Buffer, isCritical: boolean): Buffer =>
  sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));

/** Serial number: positive, with a first byte that cannot be left out. */
const serial = (): Buffer => Buffer.concat([Buffer.from([0x41]), randomBytes(8)]);

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
