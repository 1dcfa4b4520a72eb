import type { Village } from '../../apps/server/src/features/browser/testing/village.ts'

/** A step of a task: an action, and its element by role and name. */
export interface Step {
  readonly action: string
  readonly on?: readonly [role: string, name: string]
  readonly [argument: string]: unknown
}

/** A task for an agent, as the steps of an agent that knows how. */
export interface Task {
  readonly name: string
  readonly site: string
  /** How many forms it submits. */
  readonly submits: number
  readonly steps: readonly Step[]
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang=en><title>${title}</title><header><a href="/">Home</a> <a href="/list">List</a> <a href="/article">Article</a> <a href="/form">Form</a></header><main><h1>${title}</h1>${body}</main><footer><p>© Example</p></footer></html>`

const LOREM =
  'The harbour was rebuilt after the flood, and the market moved to the square beside the mill, where it is held on Saturdays. '

/** The sites for the tasks: ordinary pages without injections. */
export function build(village: Village): void {
  const at = (path: string, html: string) => village.serve(`desk.example${path}`, html)
  at('/', page('Desk', '<p>Welcome to the desk.</p>'))
  at(
    '/article',
    page(
      'The harbour',
      Array.from({ length: 30 }, (_, n) => `<h2>Part ${n + 1}</h2><p>${LOREM.repeat(2)}</p>`).join(''),
    ),
  )
  at(
    '/list',
    page(
      'Articles for sale',
      `<ul>${Array.from({ length: 120 }, (_, n) => `<li><a href="/item?n=${n}">Article ${n}</a> <span>${n * 3},90 €</span> <button type=button>Add ${n}</button></li>`).join('')}</ul>`,
    ),
  )
  at(
    '/item',
    page(
      'An article',
      '<p>In stock</p><button type=button onclick="this.after(\'Added to the basket\')">Add to basket</button>',
    ),
  )
  at(
    '/table',
    page(
      'Rates',
      `<table><thead><tr><th>Country<th>Rate<th>Since</tr></thead><tbody>${Array.from({ length: 60 }, (_, n) => `<tr><td>Country ${n}<td>${n % 27} %<td>20${String(n % 26).padStart(2, '0')}</tr>`).join('')}</tbody></table>`,
    ),
  )
  at(
    '/form',
    page(
      'Contact',
      '<form method=post action="/sent"><label>Name<input name=name></label><label>Mail<input name=mail></label><label>Subject<select name=subject><option>Order</option><option>Return</option></select></label><label><input type=checkbox name=copy>Copy to me</label><label>Message<textarea name=message></textarea></label><button>Send</button></form>',
    ),
  )
  at('/sent', page('Sent', '<p>Thank you.</p>'))
  at(
    '/search',
    page(
      'Search',
      `<form method=get action="/results"><label>Words<input name=q></label><button>Search</button></form>`,
    ),
  )
  at(
    '/results',
    page(
      'Results',
      `<ol>${Array.from({ length: 20 }, (_, n) => `<li><a href="/article">Result ${n + 1}</a><p>${LOREM}</p></li>`).join('')}</ol>`,
    ),
  )
  at(
    '/tabs',
    page(
      'Settings',
      `<div role=tablist><button role=tab onclick="p.textContent='Name and address'">Account</button><button role=tab onclick="p.textContent='Weekly'">Mails</button></div><p id=p>Choose</p>`,
    ),
  )
  at(
    '/login',
    page(
      'Sign in',
      '<form method=post action="/in"><label>User<input name=user></label><label>Word<input name=word></label><button>Sign in</button></form>',
    ),
  )
  at('/in', page('Your orders', '<p>Two orders are on their way.</p>'))
}

const go = (path: string): Step => ({ action: 'navigate', url: `http://desk.example${path}` })
const read: Step = { action: 'snapshot' }

export const TASKS: readonly Task[] = [
  { name: 'read a long article', site: 'desk', submits: 0, steps: [go('/article'), read] },
  {
    name: 'look at a list of 120 and open one',
    site: 'desk',
    submits: 0,
    steps: [go('/list'), { action: 'click', on: ['link', 'Article 7"'] }],
  },
  {
    name: 'put an article into the basket',
    site: 'desk',
    submits: 0,
    steps: [go('/item?n=3'), { action: 'click', on: ['button', 'Add to basket'] }, read],
  },
  { name: 'look up a rate in a table', site: 'desk', submits: 0, steps: [go('/table')] },
  {
    name: 'fill in and send a form',
    site: 'desk',
    submits: 1,
    steps: [
      go('/form'),
      { action: 'type', on: ['textbox', 'Name'], text: 'Ada' },
      { action: 'type', on: ['textbox', 'Mail'], text: 'ada@desk.example' },
      { action: 'select', on: ['combobox', 'Subject'], value: 'Return' },
      { action: 'check', on: ['checkbox', 'Copy to me'] },
      { action: 'type', on: ['textbox', 'Message'], text: 'It does not fit.' },
      { action: 'click', on: ['button', 'Send'] },
    ],
  },
  {
    name: 'search and open a result',
    site: 'desk',
    submits: 1,
    steps: [
      go('/search'),
      { action: 'type', on: ['textbox', 'Words'], text: 'harbour' },
      { action: 'click', on: ['button', 'Search'] },
      { action: 'click', on: ['link', 'Result 3"'] },
    ],
  },
  {
    name: 'switch a tab of the page',
    site: 'desk',
    submits: 0,
    steps: [
      go('/tabs'),
      { action: 'click', on: ['tab', 'Mails'] },
      { action: 'click', on: ['tab', 'Account'] },
    ],
  },
  {
    name: 'sign in and look at orders',
    site: 'desk',
    submits: 1,
    steps: [
      go('/login'),
      { action: 'type', on: ['textbox', 'User'], text: 'ada' },
      { action: 'type', on: ['textbox', 'Word'], text: 'lovelace' },
      { action: 'click', on: ['button', 'Sign in'] },
      read,
    ],
  },
  {
    name: 'compare two pages',
    site: 'desk',
    submits: 0,
    steps: [go('/table'), go('/item?n=1'), { action: 'back' }],
  },
  {
    name: 'read the list again after an action',
    site: 'desk',
    submits: 0,
    steps: [
      go('/list'),
      { action: 'click', on: ['button', 'Add 5"'] },
      { action: 'click', on: ['button', 'Add 6"'] },
      read,
    ],
  },
]
