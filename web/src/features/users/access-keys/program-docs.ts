const files = import.meta.glob<string>('../../../../../docs/{booking,webhooks}.md', {
  query: '?raw',
  import: 'default',
})

const names = ['booking', 'webhooks'] as const

/** The pages of the folder docs for developers of client programs. */
export const programDocs = names.flatMap((name) => {
  const [, read] = Object.entries(files).find(([file]) => file.endsWith(`/${name}.md`)) ?? []
  return read ? [{ name, read }] : []
})
