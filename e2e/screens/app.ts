import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { AnyRouter, RouterProvider } from '@tanstack/react-router'
import type { createElement } from 'react'
import type { createRoot } from 'react-dom/client'
import { inject, onTestFinished, vi } from 'vitest'

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
}

/** The app as a browser has it that reads its address. */
export async function freshApp(): Promise<App> {
  if (isOfModules) return appOfModules()
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

let isOfModules = false
/** Reads the app module by module in this test, where something stands in the place of some (`vi.mock`). */
export function readModules(): void {
  isOfModules = true
  onTestFinished(() => {
    isOfModules = false
  })
}

async function appOfModules(): Promise<App> {
  // what is still being read would come among the modules of the next page
  await vi.dynamicImportSettled()
  vi.resetModules()
  const { startI18n, loadTexts } = await ofWeb('i18n/i18n.ts')
  const { router } = await ofWeb('app/routes.tsx')
  const { RouterProvider } = await import('@tanstack/react-router')
  const { createElement } = await import('react')
  const { createRoot } = await import('react-dom/client')
  return { startI18n, loadTexts, router, RouterProvider, createElement, createRoot }
}

/** A module of the web, whose types are looked at there, without those of Node. */
const ofWeb = (file: string): Promise<App> => import(join(import.meta.dirname, '../../web/src', file))
