import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultTimeZone } from '#contract/limits'

test('all functions of the database use the time zone of the company or UTC', () => {
  const folder = path.join(import.meta.dirname, 'functions')
  const texts = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  const zones = texts.flatMap((text) => [...text.matchAll(/time zone '([^']*)'/gi)].map(([, zone]) => zone))
  expect(new Set(zones)).toEqual(new Set([defaultTimeZone, 'UTC']))
})
