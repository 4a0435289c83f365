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
  /** Function that creates the app; one per process (bundle.ts). */
  var makeApp: (() => App) | undefined
  var inPlace:
    | {
        makeThumbnail?: () => Promise<null>
        printableLogo?: (file: File) => Promise<File>
        PdfPages?: () => null
        /** Resolves when the page of a new contact may load. */
        arrival?: Promise<void>
      }
    | undefined
}

/** Returns the app as a browser has it after loading a page. */
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

/** Replaces browser-only functions, or the loading time of a page (bundle.ts), for the current test. */
export function putInPlace(given: typeof globalThis.inPlace): void {
  globalThis.inPlace = given
  onTestFinished(() => {
    globalThis.inPlace = undefined
  })
}
