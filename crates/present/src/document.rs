//! The HTML that all pages share. Each page is a single file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font-family:system-ui,sans-serif;line-height:1.4;margin:1rem auto;max-width:90rem;padding:0 1rem}\
table{border-collapse:collapse}\
th,td{padding:.1rem .6rem .1rem 0;text-align:left;vertical-align:top}\
.scroll{overflow-x:auto}";

/// Returns a page with a title, its own styles, and `body`.
pub fn document(title: &str, styles: &[&str], body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) @for style in styles { (PreEscaped(style)) } }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    }
}
