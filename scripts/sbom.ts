// npm run sbom: writes a CycloneDX software bill of materials from package-lock.json. Works offline. `npm sbom --omit dev`
// leaves out every package that a development dependency uses as well, such as react.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Locked = {
  version: string;
  integrity: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
};

const ROOT = path.join(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'build/sbom.json');

const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
const { name, version, packages } = JSON.parse(lock) as {
  name: string;
  version: string;
  packages: Record<string, Locked>;
};

const purlOf = (packageName: string, packageVersion: string) =>
  `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`;

/** Converts a lockfile checksum to the CycloneDX form. */
function hashOf(integrity: string) {
  const [alg = '', sum = ''] = integrity.split(' ')[0]?.split(/-(.*)/s) ?? [];
  return {
    alg: alg.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(sum, 'base64').toString('hex'),
  };
}

const components = Object.entries(packages)
  .filter(([packagePath, { dev }]) => packagePath !== '' && !dev)
  .map(([packagePath, { version: packageVersion, integrity, license, optional, devOptional }]) => {
    const packageName = packagePath.slice(packagePath.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return {
      type: 'library',
      'bom-ref': `${purlOf(packageName, packageVersion)}#${packagePath}`,
      name: packageName,
      version: packageVersion,
      scope: optional || devOptional ? 'optional' : 'required',
      purl: purlOf(packageName, packageVersion),
      hashes: [hashOf(integrity)],
      ...(license && { licenses: [{ expression: license }] }),
    };
  });

// The same lockfile yields the same serial number.
const hex = createHash('sha256').update(lock).digest('hex');
const serial = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${serial}`,
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
  components,
};
mkdirSync(path.dirname(FILE), { recursive: true });
writeFileSync(FILE, JSON.stringify(bill, null, 2));
console.log(`  ${FILE}: ${components.length} packages`);
