import { z } from 'zod'
import { endpoint, fileAnswer, Id, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'

const allow = 'GENERAL_ADMIN_FUNCTIONS'

/** Returns the schema of a text of at most `most` lines; empty lines at its ends are removed. */
const Lines = (most: number, length: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .split(/\r\n?|\n/)
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    )
    .max(length)
    .refine((text) => text.split('\n').length <= most, { params: { code: 'LINES', count: most } })

const { senderLines, senderLength, footerLines, footerLength, logoBytes } = limits.letterhead
const Texts = z.object({ sender: Lines(senderLines, senderLength), footer: Lines(footerLines, footerLength) })

/** Company data on every print: sender, logo and footer. */
export const Letterhead = z.object({
  id: Id,
  version: Version,
  sender: z.string(),
  footer: z.string(),
  /** Changes with every new logo; null without one. */
  logoRef: z.string().nullable(),
})
export type Letterhead = z.output<typeof Letterhead>

export const letterheadApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/letterhead',
    allow,
    summary: 'Sender, footer and which logo, as prints bear them',
    shows: ['list'],
    response: Letterhead,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/letterhead',
    allow,
    summary: 'Change sender and footer of the prints',
    body: Texts.extend({ version: Version }),
    response: Letterhead,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/letterhead/logo',
    allow,
    summary: 'The logo of the prints',
    response: fileAnswer('image/png'),
  }),
  saveLogo: endpoint({
    method: 'POST',
    path: '/api/letterhead/logo',
    allow,
    summary: 'Give the prints another logo, a PNG or JPEG',
    /** Expected current logo, empty for none: another one is refused with STALE_VERSION. */
    query: z.object({ insteadOf: z.string().max(100).optional() }),
    upload: { maxBytes: logoBytes },
    response: Letterhead,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/letterhead/logo',
    allow,
    summary: 'Take the logo off the prints',
    response: Letterhead,
  }),
}

/** Preview of a print with unsaved texts and the saved logo. */
export const letterheadPreviewApi = {
  preview: endpoint({
    method: 'POST',
    path: '/api/letterhead/_preview',
    reads: true,
    allow,
    summary: 'A sample print as PDF, with the logo that is saved',
    body: Texts,
    shows: ['list'],
    response: fileAnswer('application/pdf'),
  }),
}
