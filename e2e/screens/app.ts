import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { AnyRouter, RouterProvider } from '@tanstack/react-router'
import type { createElement } from 'react'
import type { createRoot } from 'react-dom/client'
import { inject, onTestFinished } from 'vitest'

interface App {
  startI18n: () => Promise<void>
  loadTexts: (area: string) => Promise<void>
  router: AnyRouter
  RouterProvider: typeof RouterProvider
  createElement: typeof createElement
  createRoot: typeof createRoot
}

declare global {
  /** What stays in the process: how the app is made (bundle.ts). */
  var makeApp: (() => App) | undefined
  var inPlace:
    | {
        makeThumbnail?: () => Promise<null>
        printableLogo?: (file: File) => Promise<File>
        PdfPages?: () => null
        /** When the page of a new contact may come. */
        arrival?: Promise<void>
      }
    | undefined
}

/** The app as a browser has it that reads its address. */
export async function freshApp(): Promise<App> {
  globalThis.makeApp ??= readScripts()
  return globalThis.makeApp()
}

function readScripts(): () => App {
  const [others, app] = ['others.js', 'app.js'].map((name) => {
    const file = join(inject('app'), name)
    return new Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext()
  })
  const made: { others: Record<string, unknown> } = { others: {} }
  others(made, process.getBuiltinModule)
  return () => app(made.others, async (name: string) => made.others[name] ?? import(name))
}

/** Puts something in the place of what a browser alone can do, or of when a page comes (bundle.ts), for this test. */
export function putInPlace(given: typeof globalThis.inPlace): void {
  globalThis.inPlace = given
  onTestFinished(() => {
    globalThis.inPlace = undefined
  })
}
