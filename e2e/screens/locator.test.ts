import { type ByRoleMatcher, type ByRoleOptions, queryAllByRole } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { byRole, byText, normal } from './locator.ts'

const cell = '<td>Zelle</td><td role="gridcell">Feld</td><th>Kopf</th><th scope="row">Zeile</th>'
const page = `
<a href="/">Verweis</a><a>ohne Ziel</a><area href="/"><address>Anschrift</address><aside>Neben</aside><output>Ausgabe</output>
<header>Kopf</header><footer>Fuss</footer><nav>Wege</nav><main>Haupt</main><article><header>innen</header></article>
<section aria-label="Bereich">A</section><section>ohne Namen</section><form aria-label="Formular"></form><form></form>
<h1>Eins</h1><h2>Zwei</h2><div role="heading" aria-level="2">Drei</div><ul><li>Punkt</li></ul><ol></ol><menu></menu><hr>
<button>Los</button><button aria-label="Anders">Los</button><div role="button link">Knopf</div><a role="button" href="/">Los</a>
<button role="tab" aria-selected="true">Reiter</button><div role="">leer</div><button role="none">nichts</button>
<label>Name <input></label><label for="b">Betreff</label><input id="b" type="text"><textarea title="Text"></textarea>
<input type="email"><input type="tel" list="l"><input type="search"><input list="l"><datalist id="l"><option>1</option></datalist>
<input type="number"><input type="range"><input type="submit" value="Los"><input type="image"><input type="password"><input type="hidden">
<input type="checkbox" checked aria-label="Wahl"><input type="checkbox"><div role="checkbox" aria-checked="true"></div>
<input type="radio"><div role="radiogroup"><span role="radio" aria-checked="false">Nein</span></div><div role="switch" aria-checked="true"></div>
<select><option>Eins</option></select><select multiple><option>Zwei</option></select><select size="3"></select><progress></progress>
<table aria-label="Tabelle"><caption>C</caption><thead><tr>${cell}</tr></thead><tbody><tr>${cell}</tr></tbody></table>
<div role="grid"><div role="row"><div role="columnheader">S</div><div role="gridcell">G</div></div></div>
<img alt="Bild"><img alt=""><img><svg role="img" aria-label="Zeichen"></svg><svg><title>Titel</title></svg><figure></figure>
<fieldset><legend>Gruppe</legend></fieldset><details><summary>Mehr</summary></details><dialog open>D</dialog><dialog>zu</dialog>
<div role="dialog" aria-label="Dialog"><button>Los</button></div><div role="alertdialog"></div><div role="alert">!</div>
<div role="status">still</div><div role="timer">1</div><div role="toolbar"></div><div role="menu"><div role="menuitem">M</div></div>
<div role="slider"></div><div role="listbox"><div role="option" aria-selected="true">O</div></div><div role="search"></div>
<div aria-hidden="true"><button>Los</button><div aria-hidden="false"><input></div></div><div hidden><button>Los</button></div>
<div style="display: none"><button>Los</button></div><div style="visibility: hidden"><button>Los</button></div>`
const roles =
  'alert alertdialog article banner button cell checkbox columnheader combobox complementary contentinfo dialog figure ' +
  'form generic grid gridcell group heading img link list listbox listitem main menu menuitem navigation option progressbar radio ' +
  'radiogroup region row rowgroup rowheader search searchbox separator slider spinbutton status switch tab table textbox timer toolbar'

test('byRole finds the same elements as the testing library with the selectors of jsdom', () => {
  document.body.innerHTML = page
  onTestFinished(() => document.body.replaceChildren())
  const { matches } = Element.prototype
  const theirs = (within: Element, role: string, options: ByRoleOptions): Element[] => {
    Element.prototype.matches = before.matches
    const found = queryAllByRole(within as HTMLElement, role as ByRoleMatcher, options)
    Element.prototype.matches = matches
    return found
  }
  const compared = (within: Element, role: string, options: ByRoleOptions) => {
    const found = theirs(within, role, options)
    const places = byRole(within, role, options).map((one) => found.indexOf(one))
    expect(places, `${role} ${JSON.stringify(options)}`).toEqual([...found.keys()])
    return found.length
  }
  const hiddenPart = document.querySelector('[aria-hidden=true]') as Element
  for (const role of roles.split(' ')) {
    for (const hidden of [false, true]) {
      const all = compared(document.body, role, { hidden })
      expect(all, role).toBeGreaterThan(0)
      for (const name of [/Los/, /^Anders$/, /e/]) compared(document.body, role, { hidden, name })
      compared(hiddenPart, role, { hidden })
    }
  }
  expect(compared(document.body, 'heading', { level: 2 })).toBe(2)
  expect(compared(document.body, 'checkbox', { checked: true })).toBe(2)
  expect(compared(document.body, 'button', { name: /^Los$/ })).toBe(5)
  expect(compared(document.body, 'button', { name: /^Los$/, hidden: true })).toBe(8)
})

test('byText finds the innermost elements with a text, wherever they are', () => {
  document.body.innerHTML = `${page}<p>Los  <b>geht
    es</b> los</p><p><b>geht es</b></p><a><i><b>Los</b></i></a><script>Los</script><style>Los</style><b>GEHT ES</b>`
  onTestFinished(() => document.body.replaceChildren())
  const said = (pattern: RegExp) => {
    const says = (one: Element) => !/^(SCRIPT|STYLE)$/.test(one.tagName) && pattern.test(normal(one.textContent))
    return [...document.body.querySelectorAll('*')].filter((one) => says(one) && ![...one.children].some(says))
  }
  for (const [pattern, holding] of [
    [/geht es/i, /geht es/i],
    [/^geht es$/, /geht es/i],
    [/^Los$/, /Los/i],
    [/los/i, /los/i],
    [/e/, /(?:)/],
  ] as const) {
    const found = said(pattern)
    expect(found.length, String(pattern)).toBeGreaterThan(1)
    const places = byText(document.body, pattern, holding).map((one) => found.indexOf(one))
    expect(places, String(pattern)).toEqual([...found.keys()])
  }
})

test('querySelector with an id finds the first match within the given element', () => {
  document.body.innerHTML = '<p id="a"><i id="b"></i></p><div><i id="b"></i><i id="a:1"></i><i id="c"></i></div><u></u>'
  onTestFinished(() => document.body.replaceChildren())
  const away = document.createElement('p')
  away.innerHTML = '<i id="b"></i>'
  for (const within of [document.body, ...document.querySelectorAll('p, div, u'), away]) {
    for (const id of ['a', 'b', 'c', 'a:1', 'd']) {
      const selector = `[id="${id}"]`
      expect(within.querySelector(selector) === before.querySelector.call(within, selector), selector).toBe(true)
    }
  }
})
