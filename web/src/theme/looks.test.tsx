import { expect, test } from 'vitest'
import { looksCss } from '../../test/looks.ts'

test('looks.css holds what the theme makes of its own', async () => {
  await expect(looksCss()).toMatchFileSnapshot('./looks.css')
})
