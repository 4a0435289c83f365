import { describe, expect, it } from 'vitest'
import { pathTo, screens } from './routes.ts'

describe('the address of a screen', () => {
  it('is the plain path where the path has no parameters', () => {
    expect(pathTo('contacts')).toBe('/contacts')
  })

  it('encodes its path parameters, so that no id can lead to another page', () => {
    expect(pathTo('flame', { id: 'a', taskboardId: 'b' })).toBe('/flames/a/b')
    expect(pathTo('contact', { id: '../users?x' })).toBe('/contacts/..%2Fusers%3Fx')
  })

  it('has the given values as its query string and leaves out undefined ones', () => {
    expect(pathTo('contact', { id: 'a', tab: 'documents' })).toBe('/contacts/a?tab=documents')
    expect(pathTo('contact', { id: 'a', tab: undefined })).toBe('/contacts/a')
    expect(pathTo('contactSearch', { city: 'La Chaux & Fonds', customer: true })).toBe(
      '/contactSearch?city=La+Chaux+%26+Fonds&customer=true',
    )
    expect(pathTo('newContact', { phoneNumber: '+41791234567' })).toBe('/contacts/new?phoneNumber=%2B41791234567')
  })

  it('is typed: unknown parameters and missing path parameters do not compile', () => {
    // @ts-expect-error the path of a contact names its id
    pathTo('contact')
    // @ts-expect-error a contact has tabs, and no page
    pathTo('contact', { id: 'a', page: '2' })
    // @ts-expect-error no such screen
    expect(() => pathTo('nowhere')).toThrow()
  })

  it('is unique to one screen', () => {
    const paths = Object.values(screens).map(({ path }) => path.replace(/\$\w+/g, '$'))
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })
})
