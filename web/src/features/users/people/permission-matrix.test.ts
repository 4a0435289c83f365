import { expect, it } from 'vitest'
import { permissions } from '#contract/permissions'
import { permissionAreas, singlePermissions } from './permission-matrix.ts'

it('has a place for every permission, and one only', () => {
  const places = [...Object.values(permissionAreas).flatMap((area) => Object.values(area)), ...singlePermissions]
  expect(places.sort()).toEqual([...permissions].sort())
})
