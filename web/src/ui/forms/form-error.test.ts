import { expect, test } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { refusal } from './form-error.ts'

test('a refusal by the server is shown by the form or its fields, a missing answer is not', () => {
  expect(refusal(new ApiError(409, { code: 'ARCHIVED', detail: 'Die Flamme ist archiviert.' }))).toMatchObject({
    errors: [{ path: '', detail: 'Die Flamme ist archiviert.' }],
  })
  const errors = [{ path: 'dossier.pickupDate', code: 'pickupLocked', detail: 'blockiert' }]
  expect(refusal(new ApiError(400, { code: 'VALIDATION', detail: 'Bitte prüfen.', errors }))).toMatchObject({ errors })
  const silence = new ApiError(0, {})
  expect(refusal(silence)).toBe(silence)
})
