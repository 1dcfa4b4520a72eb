/**
 * The code that inspects a page. Playwright runs a selector engine with `contentScript: true` in an isolated world, where the page's scripts cannot
 * change what `form.action` or `getAttribute` return. It is a string because it runs in the page, not here. Its result leaves as an attribute of a
 * detached element; elements keep their refs (`e12`) for the lifetime of their document. Values of secret fields leave only in `secrets`, for the
 * mask: in the lines, dots replace them.
 */
export const ENGINE_NAME = 'countersign'
export const ANSWER = 'data-answer'

export const ENGINE_SOURCE = String.raw`(() => {
  const documentId = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');
  const refs = new Map();
  const names = new WeakMap();
  const secretFields = new WeakSet();
  const personal = new WeakSet();
  let next = 1;
  let watching = false;

  const refOf = (element) => {
    const known = names.get(element);
    if (known !== undefined) return known;
    const name = 'e' + next++;
    names.set(element, name);
    refs.set(name, element);
    return name;
  };
  const squeeze = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const cut = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);

  const SECRET_WORDS = /pass(?:word|wd|phrase|code)|(?:^|[^a-z])(?:pwd|pin|otp|totp|cvc|cvv|csc|ssn)(?:[^a-z]|$)|one-?time|verification.?code|card.?number|secret|csrf|xsrf|authenticity|token/i;
  const isField = (element) => /^(input|textarea|select)$/i.test(element.tagName) || element.isContentEditable;
  const looksSecret = (element) => {
    if (!isField(element)) return false;
    const type = (element.getAttribute('type') ?? '').toLowerCase();
    const fill = (element.getAttribute('autocomplete') ?? '').toLowerCase();
    if (type === 'password' || element.type === 'password') return true;
    if (/(^|\s)(cc-|one-time-code|current-password|new-password)/.test(fill)) return true;
    return SECRET_WORDS.test([element.name, element.id, element.getAttribute('aria-label'), type === 'hidden' ? '' : element.placeholder].join(' '));
  };
  const isSecret = (element) => {
    if (looksSecret(element)) secretFields.add(element);
    return secretFields.has(element) || personal.has(element);
  };
  const isPayment = (element) => /(^|\s)cc-/.test((element.getAttribute('autocomplete') ?? '').toLowerCase()) || /card.?number|cvc|cvv/i.test([element.name, element.id].join(' '));

  // A field that once was secret stays secret, also when a script shows what is in it.
  new MutationObserver((changes) => {
    for (const { target, oldValue, addedNodes } of changes) {
      if (oldValue !== null && /password/i.test(oldValue)) secretFields.add(target);
      if (target instanceof Element && isField(target)) isSecret(target);
      for (const node of addedNodes) if (node instanceof Element) for (const field of [node, ...node.querySelectorAll('input,textarea')]) isSecret(field);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeOldValue: true, attributeFilter: ['type', 'autocomplete', 'name', 'id'] });
  // Also inside of shadow roots, which \`querySelectorAll\` leaves out.
  const roots = () => {
    const found = [document];
    for (let at = 0; at < found.length && found.length < 200; at++) for (const element of found[at].querySelectorAll('*')) if (element.shadowRoot) found.push(element.shadowRoot);
    return found;
  };
  const fields = () => roots().flatMap((root) => [...root.querySelectorAll('input,textarea,[contenteditable]')]);
  const textOf = (field) => (field.isContentEditable ? field.textContent : field.value) ?? '';
  const secretValues = () => fields().filter(isSecret).map((field) => String(textOf(field))).filter((value) => value !== '');
  for (const field of fields()) isSecret(field);
  addEventListener('input', (event) => { if (watching && event.isTrusted && event.composedPath()[0] instanceof Element) personal.add(event.composedPath()[0]); }, true);

  const ROLES = { A: 'link', BUTTON: 'button', TEXTAREA: 'textbox', SELECT: 'combobox', IMG: 'img', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader', NAV: 'navigation', MAIN: 'main', HEADER: 'banner', FOOTER: 'contentinfo', FORM: 'form', DIALOG: 'dialog', OPTION: 'option', SUMMARY: 'button', IFRAME: 'iframe', LABEL: 'label' };
  const INPUTS = { checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button', range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'file', color: 'color' };
  const roleOf = (element) => {
    const given = squeeze(element.getAttribute('role')).split(' ')[0];
    if (given) return given;
    if (element.tagName === 'INPUT') return INPUTS[element.type] ?? 'textbox';
    if (element.tagName === 'A' && !element.hasAttribute('href')) return '';
    if (element.isContentEditable && element.getAttribute('contenteditable') !== null) return 'textbox';
    return ROLES[element.tagName] ?? '';
  };
  const ACTS = new Set(['link', 'button', 'textbox', 'combobox', 'checkbox', 'radio', 'slider', 'spinbutton', 'searchbox', 'file', 'color', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'switch', 'option', 'treeitem', 'gridcell', 'listbox']);
  const acts = (element, role) => ACTS.has(role) && element.tagName !== 'OPTION' || element.hasAttribute('onclick') || (element.hasAttribute('tabindex') && element.tabIndex >= 0) || (getComputedStyle(element).cursor === 'pointer' && element.parentElement !== null && getComputedStyle(element.parentElement).cursor !== 'pointer');
  // A label may contain its own field, whose options or text are not its name.
  const textAround = (node, field) => node === field ? '' : node.nodeType === 3 ? node.nodeValue : Array.from(node.childNodes, (child) => textAround(child, field)).join('');
  const labelOf = (element) => {
    const by = squeeze(element.getAttribute('aria-labelledby'));
    if (by) {
      const text = squeeze(by.split(' ').map((id) => element.getRootNode().getElementById?.(id)?.textContent ?? '').join(' '));
      if (text) return text;
    }
    const aria = squeeze(element.getAttribute('aria-label'));
    if (aria) return aria;
    if (element.labels?.length) {
      const text = squeeze(Array.from(element.labels, (label) => textAround(label, element)).join(' '));
      if (text) return text;
    }
    if (element.tagName === 'INPUT' && ['submit', 'button', 'reset'].includes(element.type)) return element.value || { submit: 'Submit', reset: 'Reset' }[element.type] || '';
    return squeeze(element.getAttribute('alt')) || squeeze(element.getAttribute('title')) || squeeze(element.getAttribute('placeholder'));
  };
  const nameOf = (element, role) => labelOf(element) || (['button', 'link', 'heading', 'tab', 'menuitem', 'option', 'cell', 'columnheader', 'switch', 'treeitem', 'gridcell'].includes(role) || acts(element, role) && !isField(element) ? squeeze(element.innerText ?? element.textContent) : '');

  const rgb = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none') return undefined;
      const [r, g, b, a = 1] = rgb(backgroundColor);
      if (a > 0.5) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const concealed = (element, style) => {
    if (parseFloat(style.fontSize) < 4 || style.clipPath === 'inset(100%)' || style.clipPath === 'inset(50%)') return true;
    if (/rect\((0px|1px)[, ]+(0px|1px)[, ]+(0px|1px)[, ]+(0px|1px)\)/.test(style.clip)) return true;
    for (let at = element; at; at = at.parentElement) if (parseFloat(getComputedStyle(at).opacity) < 0.08) return true;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right + scrollX < 0 || box.bottom + scrollY < 0 || box.left + scrollX > Math.max(document.documentElement.scrollWidth, innerWidth) + 5)) return true;
    if ((box.width <= 1 || box.height <= 1) && style.overflow !== 'visible') return true;
    const [r, g, b, a = 1] = rgb(style.color);
    if (a < 0.08) return true;
    const back = backgroundOf(element);
    return back !== undefined && Math.abs(r - back[0]) + Math.abs(g - back[1]) + Math.abs(b - back[2]) < 24;
  };

  const snapshot = ({ ref, depth = 40 }) => {
    const root = ref === undefined ? document.body ?? document.documentElement : refs.get(ref);
    if (!root || !root.isConnected) return { documentId, gone: true, lines: [], secrets: [] };
    const lines = [];
    const secrets = [];
    let texts = [];
    let textLevel = 0;
    let textHidden = false;
    const flush = () => {
      const text = squeeze(texts.join(''));
      if (text) lines.push({ level: textLevel, text: (textHidden ? '[hidden] ' : '') + cut(text, 1200) });
      texts = [];
    };
    const say = (level, text, hidden) => {
      if (texts.length > 0 && (level !== textLevel || hidden !== textHidden)) flush();
      textLevel = level;
      textHidden = hidden;
      texts.push(text);
    };
    const line = (level, text) => { flush(); lines.push({ level, text }); };
    const valueOf = (element) => {
      if (element.isContentEditable) return squeeze(element.textContent);
      return element.tagName === 'SELECT' ? squeeze(Array.from(element.selectedOptions, (option) => option.label).join(', ')) : String(element.value ?? '');
    };
    const walk = (node, level, inside) => {
      if (lines.length > 6000 || level > depth) return;
      if (node.nodeType === 3) {
        if (!inside && node.nodeValue.trim() !== '') say(level, node.nodeValue, concealed(node.parentElement, getComputedStyle(node.parentElement)));
        else if (!inside) texts.length > 0 && texts.push(' ');
        return;
      }
      if (node.nodeType !== 1 || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|SVG)$/i.test(node.tagName)) return;
      const style = getComputedStyle(node);
      if (style.display === 'none') return;
      const children = () => node.shadowRoot ? [...node.shadowRoot.childNodes] : node.tagName === 'SLOT' && node.assignedNodes().length > 0 ? node.assignedNodes() : [...node.childNodes];
      if (style.visibility === 'hidden' || style.visibility === 'collapse') {
        for (const child of children()) if (child.nodeType === 1) walk(child, level, inside);
        return;
      }
      const role = roleOf(node);
      const active = acts(node, role);
      const block = style.display !== 'inline' && style.display !== 'contents';
      if (!active && (role === '' || role === 'label' || role === 'presentation' || role === 'none' || role === 'generic' || role === 'cell' || role === 'row')) {
        const pad = role === 'cell' || role === 'columnheader' ? ' | ' : block ? null : '';
        if (block && pad === null) flush();
        if (pad === ' | ' && texts.length > 0) texts.push(pad);
        for (const child of children()) walk(child, level, inside);
        if (role === 'row' || (block && pad === null)) flush();
        return;
      }
      if (['listitem', 'main', 'banner', 'contentinfo', 'form', 'table', 'columnheader'].includes(role) && !active && !node.hasAttribute('aria-label')) {
        if (role !== 'columnheader') flush(); else if (texts.length > 0) texts.push(' | ');
        const before = lines.length;
        for (const child of children()) walk(child, role === 'listitem' ? level + 1 : level, inside);
        if (role !== 'columnheader') flush();
        if (role === 'listitem' && lines.length > before && lines.length - before > 1) for (let at = before; at < lines.length; at++) lines[at].item = true;
        return;
      }
      const secret = isField(node) && isSecret(node);
      const name = cut(nameOf(node, role), 300);
      const facts = [];
      if (role === 'heading') facts.push('level ' + (node.getAttribute('aria-level') ?? node.tagName.slice(1)));
      if (node.disabled === true || node.getAttribute('aria-disabled') === 'true') facts.push('disabled');
      if (node.checked === true && /checkbox|radio|switch/.test(role) || node.getAttribute('aria-checked') === 'true') facts.push('checked');
      if (node.getAttribute('aria-expanded') !== null) facts.push(node.getAttribute('aria-expanded') === 'true' ? 'expanded' : 'collapsed');
      if (node.required === true) facts.push('required');
      if (node === node.getRootNode().activeElement && isField(node)) facts.push('focused');
      if (name !== '' && concealed(node, style)) facts.push('hidden');
      let text = (role || 'clickable') + (name === '' ? '' : ' ' + JSON.stringify(name)) + (active || role === 'iframe' ? ' [' + refOf(node) + ']' : '') + (facts.length === 0 ? '' : ' (' + facts.join(', ') + ')');
      if (isField(node) && !/checkbox|radio|button|file/.test(role)) {
        const value = valueOf(node);
        if (secret && value !== '') secrets.push(value);
        if (value !== '') text += ': ' + (secret ? '•••• masked' : cut(value, 500));
        if (node.tagName === 'SELECT') text += ' — of ' + cut(Array.from(node.options, (option) => option.label).join(' | '), 400);
      }
      if (role === 'link' && node.href) text += ' → ' + cut(node.origin === location.origin ? node.pathname + node.search + node.hash : node.href, 200);
      line(level, text);
      if (role === 'heading' || isField(node) || role === 'iframe') return;
      const named = active && name !== '';
      for (const child of children()) walk(child, level + 1, inside || named);
      flush();
    };
    walk(root, 0, false);
    flush();
    secrets.push(...secretValues());
    return { documentId, url: location.href, title: document.title, lines, secrets };
  };

  const fieldsOf = (form) => Array.from(form.elements).filter((field) => field.name && !field.disabled && !(/^(checkbox|radio)$/.test(field.type) && !field.checked) && !/^(submit|button|reset|image)$/.test(field.type)).slice(0, 60).map((field) => {
    const secret = isSecret(field);
    const value = field.type === 'file' ? Array.from(field.files ?? [], (file) => file.name).join(', ') : String(field.value ?? '');
    return { name: field.name, value: secret ? '' : cut(value, 300), secret };
  });
  const facts = ({ ref }) => {
    const element = refs.get(ref);
    if (!element || !element.isConnected) return { documentId, gone: true };
    const role = roleOf(element);
    const submitter = element.closest('button,input');
    const form = (submitter ?? element).form ?? element.closest('form') ?? null;
    const link = element.closest('a[href],area[href]');
    const submits = form !== null && submitter !== null && (submitter.tagName === 'BUTTON' ? (submitter.getAttribute('type') ?? 'submit').toLowerCase() === 'submit' || !/^(button|reset)$/i.test(submitter.getAttribute('type') ?? 'submit') : /^(submit|image)$/.test(submitter.type));
    const fields = form === null ? [] : fieldsOf(form);
    const every = form === null ? [] : Array.from(form.elements);
    return {
      secrets: secretValues(),
      documentId, url: location.href, title: document.title, role, name: cut(nameOf(element, role), 200), tag: element.tagName.toLowerCase(),
      type: element.type ?? '', href: link === null ? null : link.href, downloads: link !== null && link.hasAttribute('download'),
      isField: isField(element), secret: isField(element) && isSecret(element), payment: isField(element) && isPayment(element),
      submits, form: form === null ? null : {
        action: submits && submitter.hasAttribute('formaction') ? submitter.formAction : form.action || location.href,
        method: (submits && submitter.hasAttribute('formmethod') ? submitter.formMethod : form.method || 'get').toUpperCase(),
        password: every.some((field) => field.type === 'password' || secretFields.has(field) && !/hidden/.test(field.type)), payment: every.some((field) => isField(field) && isPayment(field)), fields,
      },
    };
  };
  const secretElements = ({ values = [] }) => {
    const found = fields().filter(isSecret);
    // Letters and digits alone, forwards and backwards: markup, spaces and dashes between them hide nothing from a reader.
    const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const wanted = values.flatMap((value) => [bare(value), [...bare(value)].reverse().join('')]).filter((value) => value.length > 3);
    const shows = (text) => { const plain = bare(text ?? ''); return wanted.some((value) => plain.includes(value)); };
    if (wanted.length === 0 || !document.body) return found;
    // The smallest elements that show one.
    const look = (element) => {
      const inside = [...element.children, ...(element.shadowRoot ? element.shadowRoot.children : [])].filter((child) => !/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(child.tagName) && (shows(child.textContent) || child.shadowRoot || child.querySelector('*')));
      const before = found.length;
      for (const child of inside) look(child);
      if (found.length === before && shows(element.textContent)) found.push(element);
    };
    look(document.body);
    for (const root of roots()) for (const element of root.querySelectorAll('input,textarea,select,[placeholder],[alt],[value]')) if (shows([element.value, element.placeholder, element.alt].join(' '))) found.push(element);
    return found;
  };
  const tasks = {
    snapshot, facts,
    watch: ({ on }) => { watching = on; return { documentId }; },
    ping: () => ({ documentId }),
  };
  const queryAll = (root, text) => {
    const space = text.indexOf(' ');
    const verb = space === -1 ? text : text.slice(0, space);
    if (verb === 'ref') { const element = refs.get(text.slice(space + 1)); return element && element.isConnected ? [element] : []; }
    if (verb === 'secrets') return secretElements(JSON.parse(text.slice(space + 1)));
    const task = tasks[verb];
    if (task === undefined) return [];
    const out = document.implementation.createHTMLDocument('').createElement('div');
    out.setAttribute('data-answer', JSON.stringify(task(space === -1 ? {} : JSON.parse(text.slice(space + 1)))));
    return [out];
  };
  return { query: (root, text) => queryAll(root, text)[0] ?? null, queryAll };
})()`
