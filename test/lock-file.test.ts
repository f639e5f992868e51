import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  optional?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

test('the lock file has the hash of every package but those for platforms that were never at hand', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: { [path: string]: Locked };
  };
  const unhashed = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  const wrong = unhashed.filter(([, { optional, os, cpu, libc }]) => !optional || !(os || cpu || libc));
  expect(wrong.map(([path]) => path)).toEqual([]);
  const here = unhashed.filter(([, { os, cpu, libc }]) => {
    const fits = (list: string[] | undefined, is: string) => !list || list.includes(is);
    return fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc');
  });
  expect(here.map(([path]) => path)).toEqual([]);
});

test('the Node that comes along on Linux is of one exact version, and its hash is known', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: { [name: string]: string };
  };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: { [path: string]: Locked & { version?: string } };
  };
  const binaries = Object.entries(optionalDependencies).filter(([name]) => /^node-linux-\w+$/.test(name));
  expect(binaries.length).toBeGreaterThan(0);
  for (const [name, version] of binaries) {
    const locked = packages[`node_modules/${name}`];
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
  }
});
