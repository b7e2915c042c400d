// Imports collider files of Fillet as prefabs, which follow their changes. Put this file into a folder named Editor.
// MIT License, see LICENSE.
//
// Files named cavern.colliders.json and cavern.fillet are imported by it. For other .json files, choose FilletImporter
// in the list of importers at the top of the Inspector.
using System.IO;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Fillet
{
    [ScriptedImporter(1, new[] { "colliders.json", "fillet" }, new[] { "json" })]
    public sealed class FilletImporter : ScriptedImporter
    {
        public override void OnImportAsset(AssetImportContext context)
        {
            FilletLevel level;
            try
            {
                level = FilletLevel.Build(File.ReadAllText(context.assetPath), Path.GetFileName(context.assetPath));
            }
            catch (FilletException problem)
            {
                context.LogImportError(problem.Message);
                return;
            }
            foreach (string loss in level.Losses) context.LogImportWarning(loss);
            context.AddObjectToAsset("level", level.gameObject);
            context.SetMainObject(level.gameObject);
            foreach (PhysicsMaterial2D material in level.Materials) context.AddObjectToAsset(material.name, material);
        }
    }
}
