/** Creates a self-signed certificate for one name, valid in this century. Used by tests only. */
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = { ecdsaWithSha256: '2a8648ce3d040302', commonName: '550403', altName: '551d11' };

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (time: string) => der(0x17, Buffer.from(time));

export function createCertificate(
  name: string,
  validity: [from: string, until: string] = ['200101000000Z', '491231000000Z'],
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, oid(OID.ecdsaWithSha256));
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, oid(OID.commonName), der(0x0c, Buffer.from('A test')))));
  const altName = der(SEQUENCE, oid(OID.altName), der(0x04, der(SEQUENCE, der(0x82, Buffer.from(name)))));
  const tbsCertificate = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    der(SEQUENCE, ...validity.map(utcTime)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, altName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', tbsCertificate, privateKey));
  const base64 = der(SEQUENCE, tbsCertificate, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
