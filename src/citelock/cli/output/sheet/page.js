"use strict";
// Without this script everything can be read and the boxes filter; with it words can be looked for and judgements made.
(function () {
  var OPINIONS = ["supports", "does not", "unclear"], NOTE = 500;
  var facts = JSON.parse(document.getElementById("facts").textContent), key = "citelock " + facts.report_sha256;
  var articles = Array.prototype.slice.call(document.querySelectorAll("article"));
  var find = document.getElementById("find"), none = document.getElementById("none");
  var texts = null, waiting = 0;

  // --- words ------------------------------------------------------------------------------------
  function read(article) {
    var said = article.textContent;
    article.querySelectorAll("fieldset").forEach(function (one) { said = said.replace(one.textContent, ""); });
    return said.toLowerCase();
  }
  function look() {
    if (texts === null) texts = articles.map(read);
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
    articles.forEach(function (one, place) {
      var fits = words.every(function (word) { return texts[place].indexOf(word) >= 0; });
      one.hidden = !fits;
      if (fits) shown += 1;
    });
    none.hidden = shown > 0 || !articles.length;
  }
  document.querySelectorAll(".scripted").forEach(function (one) { one.hidden = false; });
  find.addEventListener("input", function () { clearTimeout(waiting); waiting = setTimeout(look, 120); });

  // --- j and k go from claim to claim, unless something is being typed ---------------------------------
  function isTyping(at) { return /^(TEXTAREA|SELECT)$/.test(at.tagName) || at.tagName === "INPUT" && /^(text|search)$/.test(at.type); }
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key !== "j" && event.key !== "k") return;
    var seen = articles.filter(function (one) { return one.getClientRects().length > 0; });
    if (!seen.length) return;
    var at = seen.indexOf(document.activeElement.closest("article"));
    var next = seen[Math.max(0, Math.min(seen.length - 1, event.key === "j" ? at + 1 : at - 1))];
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
    event.preventDefault();
  });

  // --- what is folded is printed too -----------------------------------------------------------------
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    opened.forEach(function (one) { one.open = true; });
  });
  window.addEventListener("afterprint", function () { opened.forEach(function (one) { one.open = false; }); });

  // --- judgements: by fingerprint, remembered by the browser where it does, saved as a file ----------------
  var mine = Object.create(null), kept = true, unsaved = false, built = 0;
  var bar = document.getElementById("bar"), save = document.getElementById("export"), saved = document.getElementById("saved");
  function remember(fingerprint, verdict, note) {
    if (!verdict && !note) delete mine[fingerprint];
    else mine[fingerprint] = { verdict: verdict, note: note };
  }
  try {
    var before = JSON.parse(localStorage.getItem(key) || "{}");
    Object.keys(before).forEach(function (one) {
      var given = before[one] || {}, verdict = OPINIONS.indexOf(given.verdict) < 0 ? "" : given.verdict;
      if (/^[0-9a-f]{64}$/.test(one)) remember(one, verdict, typeof given.note === "string" ? given.note.slice(0, NOTE) : "");
    });
  } catch (error) { kept = false; }
  function keep() {
    try { localStorage.setItem(key, JSON.stringify(mine)); } catch (error) { kept = false; }
  }
  function counted() {
    var ticked = 0, bare = [];
    Object.keys(mine).forEach(function (one) { if (mine[one].verdict) ticked += 1; else bare.push(one); });
    return { ticked: ticked, bare: bare };
  }
  function tell(more) {
    var now = counted(), said = [now.ticked + " ticked"];
    if (now.bare.length) said.push(now.bare.length + (now.bare.length > 1 ? " notes" : " note") + " without a tick, which a file cannot hold");
    if (more) said.push(more);
    else if (unsaved) said.push(kept ? "not saved yet; this browser may remember it" : "not saved yet, and this browser does not remember it");
    saved.textContent = said.join(" · ") + ".";
    bar.hidden = !more && !now.ticked && !now.bare.length && !unsaved;
  }
  function element(name, properties, children) {
    var made = Object.assign(document.createElement(name), properties);
    (children || []).forEach(function (one) { made.append(one); });
    return made;
  }
  function boxes(section) {
    var fingerprint = section.dataset.fingerprint, given = mine[fingerprint] || { verdict: "", note: "" }, name = "j" + (built += 1);
    var radios = OPINIONS.map(function (one) {
      return element("input", { type: "radio", name: name, value: one, checked: one === given.verdict });
    });
    var note = element("input", { type: "text", maxLength: NOTE, value: given.note, dir: "auto" });
    var clear = element("button", { type: "button", className: "clear", textContent: "untick", hidden: !given.verdict });
    function changed() {
      var chosen = radios.filter(function (one) { return one.checked; })[0];
      remember(fingerprint, chosen ? chosen.value : "", note.value.trim());
      clear.hidden = !chosen;
      unsaved = true;
      keep();
      tell();
    }
    clear.addEventListener("click", function () {
      radios.forEach(function (one) { one.checked = false; });
      changed();
      radios[0].focus();
    });
    var field = element("fieldset", { className: "judge" }, [element("legend", { textContent: "Does the passage support the claim?" })]
      .concat(radios.map(function (one) { return element("label", {}, [one, " " + one.value]); }), clear,
        element("label", { className: "note" }, ["note ", note])));
    radios.forEach(function (one) { one.addEventListener("change", changed); });
    note.addEventListener("input", changed);
    section.append(field);
  }
  function build(article) {
    article.querySelectorAll("section[data-fingerprint]").forEach(function (one) { if (!one.querySelector(".judge")) boxes(one); });
  }
  if (window.IntersectionObserver) { // boxes are made for claims that come near: five thousand are not waited for
    var near = new IntersectionObserver(function (entries) {
      entries.forEach(function (one) { if (one.isIntersecting) { near.unobserve(one.target); build(one.target); } });
    }, { rootMargin: "1500px 0px" });
    articles.forEach(function (one) { near.observe(one); });
  } else articles.forEach(build);
  function digest(text) { // the same judgements have the same file name, others another one
    for (var sum = 2166136261, at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619);
    return ("0000000" + (sum >>> 0).toString(16)).slice(-8);
  }
  save.addEventListener("click", function () {
    var now = counted(), found = [];
    Object.keys(mine).sort().forEach(function (one) {
      if (mine[one].verdict) found.push({ fingerprint: one, note: mine[one].note, verdict: mine[one].verdict });
    });
    if (now.bare.length) {
      var first = document.querySelector('section[data-fingerprint="' + now.bare[0] + '"]');
      if (first) { build(first.closest("article")); first.querySelector(".judge input").focus(); first.querySelector(".judge").scrollIntoView({ block: "center" }); }
      tell("tick one of the three, or empty the note; nothing was saved");
      return;
    }
    if (!found.length) { tell("nothing is ticked yet"); return; }
    var content = JSON.stringify({ judgements: found, report_sha256: facts.report_sha256, schema: facts.schema }, null, 2) + "\n";
    var file = "judgements-" + facts.report_sha256.slice(0, 12) + "-" + digest(content) + ".json";
    var link = element("a", { href: URL.createObjectURL(new Blob([content], { type: "application/json" })), download: file });
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    unsaved = false;
    tell("saved as " + file + "; put it into judgements/ and commit it");
  });
  window.addEventListener("beforeunload", function (event) {
    if (!unsaved) return;
    event.preventDefault();
    event.returnValue = "";
  });
  tell();
})();
