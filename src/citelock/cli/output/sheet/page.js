"use strict";
// Without this script everything can be read and the boxes filter; with it words can be looked for and judgements saved.
(function () {
  var articles = Array.prototype.slice.call(document.querySelectorAll("article"));
  var find = document.getElementById("find"), none = document.getElementById("none");
  var texts = null, waiting = 0;
  find.parentNode.hidden = false;
  function look() {
    if (texts === null) texts = articles.map(function (one) { return one.textContent.toLowerCase(); });
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
    articles.forEach(function (one, place) {
      var fits = words.every(function (word) { return texts[place].indexOf(word) >= 0; });
      one.hidden = !fits;
      if (fits) shown += 1;
    });
    none.hidden = shown > 0 || !articles.length;
  }
  find.addEventListener("input", function () { clearTimeout(waiting); waiting = setTimeout(look, 120); });
  // j and k go from claim to claim, unless something is being typed.
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox") return;
    if (event.key !== "j" && event.key !== "k") return;
    var seen = articles.filter(function (one) { return one.getClientRects().length > 0; });
    if (!seen.length) return;
    var at = seen.indexOf(document.activeElement.closest ? document.activeElement.closest("article") : null);
    var next = seen[Math.max(0, Math.min(seen.length - 1, event.key === "j" ? at + 1 : at - 1))];
    next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "start" });
    event.preventDefault();
  });
  var save = document.getElementById("export"), saved = document.getElementById("saved");
  save.hidden = false;
  save.addEventListener("click", function () {
    var facts = JSON.parse(document.getElementById("facts").textContent), found = [];
    Array.prototype.forEach.call(document.querySelectorAll("section.cite"), function (one) {
      var chosen = one.querySelector("input[type=radio]:checked"); // a claim without a source has nothing to tick
      if (!chosen) return;
      var note = one.querySelector(".note input").value.trim();
      found.push({ fingerprint: one.dataset.fingerprint, note: note, verdict: chosen.value });
    });
    if (!found.length) { saved.textContent = "Nothing is ticked yet."; return; }
    found.sort(function (one, other) { return one.fingerprint < other.fingerprint ? -1 : 1; });
    var value = { judgements: found, report_sha256: facts.report_sha256, schema: facts.schema };
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2) + "\n"], { type: "application/json" }));
    link.download = "judgements-" + facts.report_sha256.slice(0, 12) + ".json";
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    saved.textContent = found.length + " saved. Put the file into judgements/ and commit it.";
  });
})();
