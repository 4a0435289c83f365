export interface UploadedFile {
  name: string
  mimeType: string
  buffer: Uint8Array
}

const boundary = 'a-part-of-a-form'
export const formType = `multipart/form-data; boundary=${boundary}`

/** Returns a multipart form as a browser encodes it: Node does not accept the FormData of jsdom. */
export function formOf(
  parts: Iterable<readonly [name: string, value: string | UploadedFile]>,
): Uint8Array<ArrayBuffer> {
  const bytes: Uint8Array[] = []
  const write = (text: string) => bytes.push(Buffer.from(text))
  for (const [name, part] of parts) {
    write(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"`)
    if (typeof part === 'string') write(`\r\n\r\n${part}`)
    else {
      write(`; filename="${part.name}"\r\ncontent-type: ${part.mimeType}\r\n\r\n`)
      bytes.push(part.buffer)
    }
    write('\r\n')
  }
  write(`--${boundary}--\r\n`)
  return new Uint8Array(Buffer.concat(bytes))
}
