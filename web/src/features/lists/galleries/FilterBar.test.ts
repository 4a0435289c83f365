import { describe, expect, it } from 'vitest'
import type { LibraryDocument } from '#contract/lists/galleries'
import { anything, chosenFiles } from './FilterBar.tsx'

const file = (name: string, sizeByte: number, uploadedAtUtc: string, classification?: string) =>
  ({
    name,
    sizeByte,
    uploadedAtUtc,
    documentClassification: classification ? { id: classification, title: classification } : null,
  }) as LibraryDocument

const files = [
  file('Ämter.pdf', 10, '2026-01-02T00:00:00.000Z', 'internal'),
  file('Grill.png', 30, '2026-01-01T00:00:00.000Z'),
  file('Schale.png', 20, '2026-01-03T00:00:00.000Z'),
]
const names = (filter: Partial<typeof anything>) =>
  chosenFiles(files, { ...anything, ...filter }).map(({ name }) => name)

describe('the filtered files', () => {
  it('are found by any part of the name, with or without accents', () => {
    expect(names({ text: ' amt' })).toEqual(['Ämter.pdf'])
    expect(names({ text: '.PNG' })).toEqual(['Grill.png', 'Schale.png'])
  })

  it('have the chosen classification, or none', () => {
    expect(names({ classification: 'internal' })).toEqual(['Ämter.pdf'])
    expect(names({ classification: 'none' })).toEqual(['Grill.png', 'Schale.png'])
  })

  it('are in the chosen order', () => {
    expect(names({ sort: 'newest' })).toEqual(['Schale.png', 'Ämter.pdf', 'Grill.png'])
    expect(names({ sort: 'largest' })).toEqual(['Grill.png', 'Schale.png', 'Ämter.pdf'])
    expect(names({})).toEqual(['Ämter.pdf', 'Grill.png', 'Schale.png'])
  })
})
