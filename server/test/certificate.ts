import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

export interface TestCertificate {
  /** Paths of the files; the other two fields are their contents. */
  readonly certificate: string
  readonly key: string
  readonly certificatePem: string
  readonly keyPem: string
}

/** An RSA key takes a quarter of a second of processor time. */
const keys = { curve: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'], rsa: ['rsa:2048'] }

/** Creates a self-signed certificate with its key; removed at the end of the test file. */
export function testCertificate(name = 'localhost', kind: keyof typeof keys = 'curve'): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'glut-certificate-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  const made = ['req', '-x509', '-newkey', ...keys[kind], '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  return { certificate, key, certificatePem: readFileSync(certificate, 'utf8'), keyPem: readFileSync(key, 'utf8') }
}
