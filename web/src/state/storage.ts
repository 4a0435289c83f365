/** Storage of texts by name. A browser whose storage is disabled or full stores nothing, without an error. */
export interface KeptTexts {
  read: (name: string) => string | null
  /** null removes the text. */
  write: (name: string, text: string | null) => void
  /** Returns the parsed JSON; null where there is none or it is invalid. */
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

/** Storage of the browser, kept between visits. */
export const inBrowser = keptIn(() => localStorage)
/** Storage of the tab, kept over reloads. */
export const inTab = keptIn(() => sessionStorage)
