// The service's web page: accepts a page by paste, file or URL, sends it to the service, and shows the result.

/** The views of a result: name of the format, text of the tab, file name ending. */
const VIEWS = [
  ["explain", "Explanation", "html"],
  ["markdown", "Markdown", "md"],
  ["text", "Text", "txt"],
  ["html", "HTML", "html"],
  ["json", "JSON", "json"],
  ["xml", "XML", "xml"],
  ["tei", "TEI", "xml"],
  ["csv", "CSV", "csv"],
  ["cuter-xml", "CUTER", "xml"],
  ["contentex-xml", "ContentEx", "xml"],
  ["cleaneval", "CleanEval", "txt"],
];

const by = (id) => document.getElementById(id);
const { fetch: canFetch, token: needsToken } = document.documentElement.dataset;

/** The current state: the source of the next page, the given page, the view, answers by method and view. */
const state = { source: "html", page: null, view: "explain", answers: new Map(), turn: 0 };

// Requests to the service.

/** The page in the form, from the last source that was used; null if there is none. */
function givenPage() {
  const [file] = by("file").files;
  const [url, html] = [by("url").value.trim(), by("html").value];
  if (file) return { body: file, type: "text/html", name: file.name.replace(/\.\w+$/, "") };
  if (state.source === "url" && url) return { url, name: new URL(url).hostname };
  return html.trim() ? { body: html, type: "text/html; charset=utf-8", name: "page" } : null;
}

/** The request for a page in a view, with a method. */
function request(page, method, view) {
  const path = view === "explain" ? "explain" : "extract";
  const format = view === "explain" ? {} : { format: view };
  if (page.body === undefined) {
    const asked = { url: page.url, options: { algorithm: method, ...format } };
    return [path, JSON.stringify(asked), "application/json"];
  }
  const query = new URLSearchParams({ algorithm: method, ...format });
  return [`${path}?${query}`, page.body, page.type];
}

/** Send a request, with the token if one is needed; returns the answer, or throws the service's own sentence. */
async function ask(path, options = {}) {
  const headers = { ...options.headers };
  if (needsToken === "true") headers.Authorization = `Bearer ${by("token").value}`;
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Error("The service does not answer.");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `The service answered with ${response.status}.`);
}

/** The answer for a page, from memory if it is there. */
async function answerFor(page, method, view) {
  const key = `${method} ${view}`;
  if (!state.answers.has(key)) {
    const [path, body, type] = request(page, method, view);
    const begun = performance.now();
    const headers = { "Content-Type": type, Accept: view === "explain" ? "text/html" : "*/*" };
    const response = await ask(path, { method: "POST", body, headers });
    const text = await response.text();
    const outcome = response.headers.get("X-Thresher-Outcome");
    const answer = { text, outcome, seconds: (performance.now() - begun) / 1000 };
    if (state.page === page) state.answers.set(key, answer);
    return answer;
  }
  return state.answers.get(key);
}

// Display.

/** Show the chosen view of the page with the chosen method; an answer that arrives too late is dropped. */
async function show() {
  const { page, view } = state;
  const method = by("method").value;
  if (!page) return;
  const turn = ++state.turn;
  setBusy(true);
  try {
    const answer = await answerFor(page, method, view);
    if (turn === state.turn) showAnswer(view, method, answer);
  } catch (error) {
    if (turn === state.turn) {
      showNothing();
      showError(error.message);
    }
  } finally {
    if (turn === state.turn) setBusy(false);
  }
}

function showAnswer(view, method, answer) {
  const isReport = view === "explain";
  by("error").hidden = true;
  by("empty").hidden = true;
  by("report").hidden = !isReport;
  by("text").hidden = isReport;
  if (isReport) by("report").srcdoc = answer.text;
  else by("text").textContent = readable(view, answer.text) || "(nothing)";
  const size = `${answer.text.length.toLocaleString()} characters`;
  const facts = [method, answer.outcome, isReport ? null : size, `${answer.seconds.toFixed(2)} s`];
  by("status").textContent = facts.filter(Boolean).join(" · ");
  for (const id of ["copy", "download"]) by(id).disabled = false;
}

/** A format for reading: JSON, which programs get on one line, gets a line for each fact. */
function readable(view, text) {
  return view === "json" ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** Show no result: an older one would be mistaken for the one that is missing. */
function showNothing() {
  for (const id of ["report", "text"]) by(id).hidden = true;
  for (const id of ["copy", "download"]) by(id).disabled = true;
  by("empty").textContent = "There is nothing to show.";
  by("empty").hidden = false;
}

/** Show an error; sentences from the service begin in lower case, as after the name of a program. */
function showError(sentence) {
  by("error").textContent = sentence.charAt(0).toUpperCase() + sentence.slice(1).replace(/(?<![.!?])$/, ".");
  by("error").hidden = false;
  by("status").textContent = "";
}

function setBusy(isBusy) {
  by("panel").setAttribute("aria-busy", isBusy);
  by("go").disabled = isBusy;
  if (isBusy) by("status").textContent = "Extracting…";
}

// Tabs of views for screen readers and keyboards: one tab stop, with arrow keys between them.

function makeTabs() {
  for (const [name, words] of VIEWS) {
    const tab = document.createElement("button");
    Object.assign(tab, { type: "button", id: `view-${name}`, textContent: words });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "panel");
    tab.addEventListener("click", () => chooseView(name));
    by("views").append(tab);
  }
  by("views").addEventListener("keydown", moveTab);
  chooseView(state.view);
}

function chooseView(name) {
  state.view = name;
  for (const [each] of VIEWS) {
    const tab = by(`view-${each}`);
    tab.setAttribute("aria-selected", each === name);
    tab.tabIndex = each === name ? 0 : -1;
  }
  by("panel").setAttribute("aria-labelledby", `view-${name}`);
  show();
}

function moveTab(event) {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -VIEWS.length, End: VIEWS.length };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const place = VIEWS.findIndex(([name]) => name === state.view) + steps[event.key];
  const [name] = VIEWS[Math.min(Math.max(place, 0), VIEWS.length - 1)];
  chooseView(name);
  by(`view-${name}`).focus();
}

// Copying and downloading.

async function copy() {
  const answer = shownAnswer();
  try {
    await navigator.clipboard.writeText(answer.text);
    by("status").textContent = "Copied.";
  } catch {
    showError("The browser does not allow copying: use Download.");
  }
}

function download() {
  const [name, , ending] = VIEWS.find(([each]) => each === state.view);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([shownAnswer().text], { type: "text/plain" }));
  link.download = `${state.page.name}${name === "explain" ? "-explained" : ""}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function shownAnswer() {
  return state.answers.get(`${by("method").value} ${state.view}`);
}

// Input of a page.

async function extract() {
  let page;
  try {
    page = givenPage();
  } catch {
    return showError("That is not a URL: it must begin with https:// or http://.");
  }
  if (!page) return showError("There is no page yet: paste one, open a file, or try the sample.");
  Object.assign(state, { page, answers: new Map() });
  by("error").hidden = true;
  await show();
  // Only now there is something to scroll to.
  by("result").scrollIntoView({ block: "start" });
}

function showFile() {
  const [file] = by("file").files;
  by("file-row").hidden = !file;
  by("html").hidden = Boolean(file);
  if (!file) return;
  by("file-name").textContent = `${file.name} (${Math.ceil(file.size / 1024).toLocaleString()} KB)`;
  extract();
}

function removeFile() {
  by("file").value = "";
  showFile();
}

function takeDrops() {
  const place = document.body;
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("is-over");
  });
  for (const name of ["dragleave", "drop"]) place.addEventListener(name, () => place.classList.remove("is-over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    by("file").files = event.dataTransfer.files;
    showFile();
  });
}

async function takeSample() {
  removeFile();
  state.source = "html";
  by("html").value = await (await ask("sample.html")).text();
  extract();
}

// Methods.

async function makeMethods() {
  const methods = await (await ask("algorithms")).json();
  for (const { name, is_default: isDefault } of methods) by("method").append(new Option(name, name, isDefault, isDefault));
  const about = () => {
    by("method-about").textContent = methods.find(({ name }) => name === by("method").value)?.summary ?? "";
  };
  by("method").addEventListener("change", () => { about(); show(); });
  about();
}

/** Load the methods; if a token is needed, only once it is given. */
async function begin() {
  try {
    by("method").replaceChildren();
    await makeMethods();
    by("error").hidden = true;
  } catch (error) {
    showError(error.message);
  }
}

by("token-row").hidden = needsToken !== "true";
by("url-row").hidden = canFetch !== "true";
if (canFetch === "true") by("html-label").textContent = "Or HTML";
by("here").textContent = new URL(".", location.href).href;
makeTabs();
takeDrops();
by("asking").addEventListener("submit", (event) => { event.preventDefault(); extract(); });
for (const id of ["html", "url"]) by(id).addEventListener("input", () => { state.source = id; });
by("html").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) extract();
});
by("open").addEventListener("click", () => by("file").click());
by("file").addEventListener("change", showFile);
by("file-drop").addEventListener("click", () => { removeFile(); by("html").focus(); });
by("sample").addEventListener("click", takeSample);
by("copy").addEventListener("click", copy);
by("download").addEventListener("click", download);
if (needsToken === "true") by("token").addEventListener("change", begin);
else begin();
