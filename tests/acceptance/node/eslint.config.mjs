// The rules for the page's scripts. Run from the top: eslint --config tests/acceptance/node/eslint.config.mjs tracecli/export/assets/page
import js from "@eslint/js";

const names = [
  "Infinity", "ResizeObserver", "clearTimeout", "document", "history", "innerHeight", "innerWidth",
  "location", "matchMedia", "performance", "scrollTo", "scrollY", "setTimeout", "window",
];

export default [
  js.configs.recommended,
  {
    files: ["**/*.mjs"],
    languageOptions: { ecmaVersion: 2023, globals: Object.fromEntries(names.map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write", "setHTMLUnsafe"].map((property) => ({ property })),
      ],
      "no-restricted-syntax": [
        "error",
        // What html.py, which joins the files, does not know: exports in other forms.
        { selector: "Literal[raw=/^'/]", message: "double quotes" },
        { selector: "ExportDefaultDeclaration, ExportNamedDeclaration[declaration=null]", message: "export a const or a function" },
      ],
      "no-shadow": "off",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "off",
    },
  },
];
