/** Texts by name. A browser that stores nothing, or is full, keeps nothing and breaks nothing. */
export interface KeptTexts {
  read: (name: string) => string | null
  /** null forgets it. */
  write: (name: string, text: string | null) => void
  /** What was written as JSON; null where there is nothing, or none. */
  readJson: (name: string) => unknown
  writeJson: (name: string, value: unknown) => void
  names: () => string[]
}

function keptIn(storage: () => Storage): KeptTexts {
  function attempt<Answer>(run: (area: Storage) => Answer, otherwise: Answer): Answer {
    try {
      return run(storage())
    } catch {
      return otherwise
    }
  }
  const write: KeptTexts['write'] = (name, text) =>
    attempt((area) => (text === null ? area.removeItem(name) : area.setItem(name, text)), undefined)
  return {
    read: (name) => attempt((area) => area.getItem(name), null),
    write,
    readJson: (name) => attempt((area): unknown => JSON.parse(area.getItem(name) ?? 'null'), null),
    writeJson: (name, value) => write(name, value === null ? null : JSON.stringify(value)),
    names: () => attempt((area) => Object.keys(area), []),
  }
}

/** Kept by this browser from one visit to the next. */
export const inBrowser = keptIn(() => localStorage)
/** Kept by this tab over a reload. */
export const inTab = keptIn(() => sessionStorage)
