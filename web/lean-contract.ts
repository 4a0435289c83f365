import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, parseAst } from 'vite'

/** What a call consists of beside what it takes to make it. */
const parts = ['summary', 'params', 'query', 'body', 'response']

/**
 * The server checks what is sent, and a screen only knows where to. So the build leaves out of each call what no screen
 * reads of it, and of the shapes in the contract those that nothing names any more: hundreds were made before a page drew
 * anything.
 */
export function leanContract(): Plugin {
  let contract = ''
  let read: ReadonlySet<string> = new Set()
  return {
    name: 'lean-contract',
    apply: 'build',
    configResolved({ root }) {
      contract = path.join(root, '../contract/src/')
      const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
      read = partsRead(sources.map((file) => readFileSync(path.join(root, file), 'utf8')))
    },
    transform: {
      order: 'pre',
      handler(code, id) {
        return id.startsWith(contract) ? { code: lean(code, read), map: null } : undefined
      },
    },
  }
}

/** Names as `roleApi.add.body`; a plain list has its calls from `crud`, whatever it is called. */
export function partsRead(sources: readonly string[]): ReadonlySet<string> {
  const named = sources.flatMap((source) => [
    ...source.matchAll(/\b(\w*[aA]pi)\.(\w+\.(?:params|query|body|response))\b/g),
  ])
  return new Set(named.flatMap(([, api, part]) => [`${api}.${part}`, `crud.${part}`]))
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A module of the contract with less of its calls, whose constants fall away where nothing names them. */
export function lean(code: string, read: ReadonlySet<string>): string {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
  const edits: { at: number; to: number; text: string }[] = []
  for (const statement of body) {
    const declared = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
    if (declared?.type === 'FunctionDeclaration') trim(declared, [nameOf(declared.id)])
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations as { id: Node; init: Node | null }[]) {
      if (!init) continue
      trim(init, [nameOf(id)])
      if (!runs(init)) continue
      edits.push({ at: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' })
      edits.push({ at: init.end, to: init.end, text: '))()' })
    }
  }

  function trim(node: Node, names: readonly string[]): void {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint') {
      for (const definition of node.arguments as Node[]) trimCall(definition, names)
      return
    }
    const inner = node.type === 'Property' ? [...names, nameOf(node.key)] : names
    for (const child of childrenOf(node)) trim(child, inner)
  }

  function trimCall(definition: Node, names: readonly string[]): void {
    for (const property of definition.properties as Node[]) {
      const part = nameOf(property.key)
      const value = property.value as Node
      if (!parts.includes(part) || read.has([...names, part].join('.'))) continue
      // a call that answers with a file is known by it
      if (code.slice(value.start, value.end).startsWith('fileAnswer')) continue
      edits.push({
        at: property.start,
        to: property.end,
        text: part === 'response' ? 'response: {}' : `${part}: undefined`,
      })
    }
  }

  // from the end, so that what stands in front keeps its place
  return edits
    .toSorted((one, other) => other.at - one.at || other.to - one.to)
    .reduce((text, { at, to, text: by }) => text.slice(0, at) + by + text.slice(to), code)
}

const nameOf = (node: unknown) => String((node as { name?: string } | null)?.name ?? '')

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value,
    )

/** Whether anything is done to make a value, rather than written down. */
function runs(node: Node): boolean {
  if (['ArrowFunctionExpression', 'FunctionExpression'].includes(node.type)) return false
  if (['CallExpression', 'NewExpression', 'SpreadElement', 'MemberExpression'].includes(node.type)) return true
  return childrenOf(node).some(runs)
}
