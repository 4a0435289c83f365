import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { testApp } from '../../test/app.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-full-'))
const isSmall = mountSmall()
afterAll(() => {
  if (isSmall) execFileSync('umount', ['--lazy', dataDir])
  rmSync(dataDir, { recursive: true, force: true })
})

const { as } = await testApp({ dataDir })
const upload = (bytes: number) =>
  as('ADMIN').call(sharedDocumentApi.upload, { file: new File(['x'.repeat(bytes)], 'voll.txt') })
const left = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test.skipIf(!isSmall)(
  'an upload larger than the free space is answered with STORAGE_FAILED and leaves nothing',
  async () => {
    const { status, problem } = await upload(600_000)
    expect([status, problem.code]).toEqual([503, 'STORAGE_FAILED'])
    expect(problem.detail).toBe(
      'Die Datei konnte nicht gelesen oder abgelegt werden: Der Dateispeicher ist gestört oder voll.',
    )
    await expect.poll(left).toEqual([])
  },
)

test.skipIf(!isSmall)(
  'an upload that fits only once on the disk is answered with STORAGE_FAILED and leaves nothing',
  async () => {
    const { answer } = await upload(300_000)
    expect(answer).toMatchObject({ result: 'STORAGE_FAILED', document: null })
    await expect.poll(left).toEqual([])
    expect((await upload(1000)).answer).toMatchObject({ result: 'OK' })
  },
)

/** Mounts a file system of half a megabyte; only root may. */
function mountSmall(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', dataDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
